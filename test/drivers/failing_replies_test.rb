# frozen_string_literal: true

require "test_helper"
require "fileutils"
require "tmpdir"

# Drivers whose adapter cannot bring a reply into the neutral form.
class FailingRepliesTest < Minitest::Test
  include MemcachedServer

  # What replaces the code of the reference.
  EDITS = {
    "node" => ["adapters/socket.js", "reply: (_call, reply) => reply", 'reply() { throw new Error("no reply") }'],
    "php" => ["adapters/socket.php", "return in_array(", 'throw new \Error("no reply"); return in_array(']
  }.freeze

  EDITS.each do |language, (file, from, to)|
    define_method(:"test_do_not_end_an_open_loop_in_#{language}") do
      with_driver(language, file, from, to) do |driver|
        ran = open_loop(driver, [{ op: "get", key: "k" }, { op: "set", key: "k", value: 0, after_miss: true }])

        assert_equal ["ran", [[[nil, nil]]]], ran.values_at("type", "replies"), ran.to_json
        assert_equal [[0, "no reply"], [2, "no reply"]], ran["raised"].map { |one| one.values_at("call", "message") }
        assert_equal [-1, -1], ran["lags"].values_at(1, 3), "what failed is no miss"
      end
    end
  end

  private

  def with_driver(language, file, from, to)
    contender = DrivenClient.contender("#{language}/socket")
    environment = DrivenClient.environment(contender)
    skip environment.reason if environment.is_a?(Cachemark::Env::Unavailable)
    program = contender.language.program
    Dir.mktmpdir do |folder|
      FileUtils.cp_r(File.dirname(program), folder)
      copy = File.join(folder, language)
      text = File.read(File.join(copy, file))
      File.write(File.join(copy, file), text.sub(from) { to })
      driver = DriverTalk.new(["env", *environment.env.map { |pair| pair.join("=") }, *environment.argv,
                               File.join(copy, File.basename(program))])
      driver.read_line
      yield driver
    ensure
      driver&.finish
    end
  end

  def open_loop(driver, plan)
    driver.ask(type: "load", client: "socket", adapter: "socket", options: {})
    driver.ask(type: "open", cell: "c", client: "socket", servers: [memcached.address], options: {}, workers: [{ steps: plan }],
               values: { file: __FILE__, index: [[0, 1, "bytes"]] })
    driver.ask(type: "run", cell: "c", plan: "steps", iterations: [1], batch: 1, keep: "last", clock: "batch", dues: [0] * 4)
  end
end
