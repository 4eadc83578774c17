# frozen_string_literal: true

require "test_helper"
require "open3"
require "tmpdir"
require_relative "../contract/a_driver"
require_relative "../contract/a_planned_driver"

class GoDriverTest < Minitest::Test
  include APlannedDriver

  SOURCES = File.join(Cachemark::ROOT, "drivers/go")
  REFERENCES = %w[adapters/null.go adapters/socket.go].freeze
  private_constant :SOURCES, :REFERENCES

  def setup
    skip "this machine has no go" unless COMPILER
    super
  end

  COMPILER = ENV.fetch("PATH").split(":").map { |folder| File.join(folder, "go") }.find { |path| File.executable?(path) }

  # One program with both references, for all tests.
  def self.program
    @program ||= File.join(Dir.mktmpdir.tap { |folder| at_exit { FileUtils.rm_rf(folder) } }, "driver").tap { |path| build(path) }
  end

  def self.build(path)
    folder = File.dirname(path)
    FileUtils.cp([*Dir["#{SOURCES}/*.{go,mod}"], *REFERENCES.map { |name| "#{SOURCES}/#{name}" }], folder)
    variables = { "CGO_ENABLED" => "0", "GOFLAGS" => "" }
    [%w[vet .], %W[build -buildvcs=false -o #{path} .]].each do |words|
      said, status = Open3.capture2e(variables, COMPILER, *words, chdir: folder)
      raise said unless status.success?
    end
  end

  def argv = [self.class.program]

  def language_name = "go"

  # The reference is for one goroutine.
  def test_a_client_for_one_goroutine_is_used_again_once_its_abandoned_call_has_ended
    load_socket("sync")
    early = nil
    serve = lambda do |io|
      io.gets
      early = IO.select([io], nil, nil, 0.2)
      io.write("END\r\n")
      io.write("END\r\n") if io.gets
    end
    FakeMemcached.open(serve) do |port|
      enter("a", "127.0.0.1:#{port}")
      given_up, later = [{ interrupt: { by: "timeout", after_ms: 20 } }, {}].map do |how|
        act("a", op: "get", key: "k1", **how)["events"].last
      end

      assert_equal ["raised", true, "ok"], [given_up["type"], given_up.dig("error", "injected"), later["type"]]
      assert_nil early
    end
  end

  def test_a_client_without_contexts_offers_no_interrupt_by_one
    load_socket("sync")
    talk.ask(type: "load", client: "null", adapter: "null", options: {})
    replies = %w[timeout deadline cancel].map do |way|
      step = { op: "get", key: "k1", interrupt: { by: way, after_ms: 20 } }
      talk.ask(type: "enter", actor: way, client: "null", servers: [], options: {}, steps: [step],
                scenario: ADriver::GET.slice("keys", "values"))
    end

    lacks = %w[deadline cancel].map { |way| "an interrupt by #{way} (this call takes no context)" }
    assert_equal ["entered", *lacks.map { |lack| "not offered by this client: #{lack}" }],
                 [replies.first["type"], *replies.drop(1).map { |reply| reply["reason"] }]
  end
end
