# frozen_string_literal: true

require "test_helper"
require "tmpdir"

class EnvLeaseTest < Minitest::Test
  Lease = Cachemark::Env::Lease

  def test_any_number_of_runs_or_one_prune
    Dir.mktmpdir do |cache|
      runs = [Lease.take(cache), Lease.take(cache)]

      assert_raises(Cachemark::Trouble) { Lease.alone(cache) { flunk } }
      runs.each(&:close)
      assert_nil(Lease.alone(cache) { nil })
    end
  end
end
