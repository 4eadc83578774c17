# frozen_string_literal: true

require "test_helper"

# A server that answers falsely never yields a speed.
class RunLiarTest < Minitest::Test
  include MemcachedServer

  def test_a_server_that_lies_from_the_start
    LyingProxy::LIES.each_key { |lie| assert_no_speed(lie, "--iterations", "20") }
  end

  def test_a_server_that_begins_to_lie_after_a_while
    %i[wrong missing].each { |lie| assert_no_speed(lie, "--iterations", "2000", after: 700) }
  end

  private

  def assert_no_speed(lie, *arguments, after: 0)
    LyingProxy.open(memcached.port, lie, after: after) do |address|
      result = ARun.result("socket", "--scenario", "client/get", "--scenario", "client/get-plain", "--format", "json",
                           "--server", address, "--allow-non-empty", *arguments)

      assert_equal 3, result.status, "#{lie}: #{result.err}"
      JSON.parse(result.out).fetch("rows").each { |row| assert_speechless(row, lie) }
    end
  end

  def assert_speechless(row, lie)
    assert_includes %w[invalid failed], row["status"], "#{lie}: #{row}"
    assert_equal [nil, nil], row.values_at("wall_ns", "fastest_ns"), lie
    assert_match(/\S/, row["reason"], lie)
  end
end
