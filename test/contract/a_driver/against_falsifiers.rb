# frozen_string_literal: true

# A driver never accepts what a server falsifies. A test that includes this has `proof(address)`, the reply to a verification.
module AgainstFalsifiers
  FalsifyingMemcached::KINDS.each_key do |kind|
    define_method(:"test_does_not_accept_#{kind}") do
      FalsifyingMemcached.open(kind) do |address|
        reply = proof(address)

        refute reply["ok"]
        assert_includes %w[verified failed], reply["type"]
        refute_empty reply["mismatches"] || reply["message"]
      end
    end
  end
end
