# frozen_string_literal: true

# Facts about an invariant: what it says of trials made by hand. The test of Invariants::X is XTest.
#
#   class XTest < Minitest::Test
#     extend AnInvariant
#
#     facts "a miss is right" => [[nil, read("k1", nil)]],
#           "another key's value is corrupt" => [["CORRUPT", read("k2", own("k1"))], [["FAIL", /k3/], read("k3", own("k1"))]]
#
# A fact has a finding, the calls of the trial, and its other members. A finding is nil, its outcome, or its outcome and reason,
# with the word if comparisons treat it differently.
module AnInvariant
  include MadeTrial

  #: (Hash[String, Array]) -> void
  def facts(table)
    invariant = Object.const_get(name.delete_suffix("Test"))
    table.each do |words, facts|
      define_method(:"test_#{words.tr(" ", "_")}") do
        facts.each_with_index do |(wanted, *calls), at|
          more = calls.last.is_a?(Hash) ? calls.pop : {}
          found = invariant.call(MadeTrial.trial(*calls, **more))&.to_h&.values_at(:outcome, :reason, :because)&.compact
          assert AnInvariant.like?(wanted, found), "fact #{at + 1}: #{found.inspect} is not like #{wanted.inspect}"
        end
      end
    end
  end

  # A call of this role that ended.
  def call(op, key, value = true, role: "subject", **more)
    step = { "op" => op, "key" => key, "role" => role, "raw" => true }
    Cachemark::Fault::Trial::Call.new(step: step, type: "ok", value: value, began_ns: 0, ended_ns: 1, **more)
  end

  # The same call with other members of its step.
  def having(call, **step) = call.with(step: call.step.merge(step.transform_keys(&:to_s)))

  # What a client documents.
  def documented(**settings) = Cachemark::Catalog::Client::CheckSettings.new(**settings)

  def self.like?(wanted, found)
    return wanted == found&.first if wanted.is_a?(String)
    return wanted == found if wanted.nil? || found.nil?

    wanted.size == found.size && wanted.zip(found).all? { |one, other| one === other } # rubocop:disable Style/CaseEquality
  end
end
