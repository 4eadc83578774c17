# frozen_string_literal: true

require "test_helper"
require "open3"

# The fresh process that a driver starts for an actor where it cannot fork; here in a Ruby that can.
class DriverLifeTest < Minitest::Test
  include MemcachedServer

  COMMAND = [RbConfig.ruby, File.join(Cachemark::ROOT, "drivers", "ruby", "driver.rb"), "actor"].freeze
  LOAD = { "client" => "socket", "adapter" => "socket", "shims" => [], "options" => {} }.freeze
  GET = { "op" => "get", "key" => "one", "raw" => true }.freeze

  def test_it_loads_the_client_enters_and_makes_the_steps
    events, status = live(LOAD, enter, { "type" => "act", "steps" => [GET] })

    assert_equal [{ "entered" => true }, { "step" => 0, "type" => "invoke" },
                  { "step" => 0, "type" => "ok", "value" => nil }, { "end" => "done" }],
                 events.map { |event| event.except("at_ns") }
    assert_predicate status, :success?
  end

  def test_reports_unsupported_steps_and_failures
    magic = GET.merge("interrupt" => { "by" => "magic", "after_ms" => 5 })

    assert_equal [{ "lacks" => ["an interrupt by magic", "driver"] }], live(LOAD, enter(steps: [magic]))[0]
    assert_match(%r{ArgumentError: no adapter is called "none": there is no /.*/drivers/ruby/adapters/none\.rb},
                 live(LOAD.merge("adapter" => "none"), enter)[0][0]["failed"])
  end

  private

  def enter(steps: [])
    { "type" => "enter", "client" => "socket", "servers" => [memcached.address], "options" => {}, "steps" => steps,
      "values" => { "file" => __FILE__, "index" => [] } }
  end

  # [its events, Process::Status]
  def live(load, enter, *acts)
    lines = [load, enter, *acts].map { |message| "#{JSON.generate(message)}\n" }
    out, status = Open3.capture2(*COMMAND, stdin_data: lines.join)
    [out.lines.map { |line| JSON.parse(line) }, status]
  end
end
