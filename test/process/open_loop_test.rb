# frozen_string_literal: true

require "test_helper"
require "json"

# An open loop as a user runs it.
class OpenLoopProcessTest < Minitest::Test
  ARGUMENTS = %w[socket --scenario client/get --rate 200..400/2 --slo 60s --for 3s].freeze

  alone def test_has_a_row_for_each_rate_and_show_makes_it_again
    ARun.result(*ARGUMENTS, "--format", "json") do |run|
      said = JSON.parse(run.out)
      again = Executable.run("show", run.record, "--format", "json")

      assert_equal [[200, "ok"], [400, "ok"]], said["rows"].map { |row| row.values_at("rate", "status") }
      assert(said["rows"].all? { |row| row["percentiles"]["count"].positive? })
      assert_equal [{ "rates" => [200, 400], "arrivals" => "poisson", "slo_ns" => 60_000_000_000 }],
                   [said["options"].slice("rates", "arrivals", "slo_ns")]
      assert_equal "two-core", said["placement"]["name"] if said["placement"]["driver_cpus"] != said["placement"]["server_cpus"]
      assert_equal run.out, again.out
      assert_empty run.left
    end
  end

  # Of get each value is the one that was set; a proxy hands out another.
  def test_a_server_with_wrong_replies_never_yields_a_latency
    server = Cachemark::Host::Keeper.start
    memcached = Cachemark::Host::Memcached.start(keeper: server, memory_mb: 16)
    FalsifyingProxy.open(memcached.port, :wrong) do |address|
      ARun.start(*ARGUMENTS, "--with", "server=#{address}") do |run|
        assert_equal 3, run.finish, run.err
        assert_match(/^get +invalid/, run.out)
        refute_match(/ µs/, run.out.lines.grep(/^get/).join)
      end
    end
  ensure
    server&.stop
  end
end
