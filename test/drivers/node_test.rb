# frozen_string_literal: true

require "test_helper"
require "tmpdir"
require_relative "../contract/a_driver"
require_relative "../contract/a_planned_driver"
require_relative "../contract/in_its_environment"

class NodeDriverTest < Minitest::Test
  include APlannedDriver
  include InItsEnvironment

  def language_name = "node"

  # A promise need not be waited for.
  def test_a_call_that_has_not_ended_when_the_run_does_is_given_up
    FakeMemcached.open(->(io) { sleep if io.gets }) do |port|
      load_socket("sync")
      open_traffic("127.0.0.1:#{port}", timeout: "60")
      reply = @talk.ask(type: "traffic", cell: "c", **TRAFFIC, start_ns: Cachemark::Clock.now_ns, stop_ns: 200_000_000)

      assert_equal [3, 0], reply["outcomes"].unpack1("m").unpack("C*"), reply.to_json
      assert_equal({ "GivenUp" => 1 }, reply["errors"])
    end
  end
end
