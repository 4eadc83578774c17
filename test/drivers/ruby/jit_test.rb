# frozen_string_literal: true

require "test_helper"
require "open3"
require "rbconfig"

# The facts that the driver reports about the compiler, in fresh processes with and without one.
class JitTest < Minitest::Test
  DRIVER = File.join(Cachemark::ROOT, "drivers", "ruby", "driver.rb")
  BUSY = "def made(a) = a + 1; before = CachemarkDriver::Jit.compiled_bytes; 1000.times { made(1) }; " \
         "puts JSON.generate([CachemarkDriver::Jit.facts, before, CachemarkDriver::Jit.compiled_bytes])"

  # [facts, bytes before, bytes after calls of a method] in a process with these flags.
  def said(*flags)
    parts = ["-r", "json", "-r", File.join(Cachemark::ROOT, "drivers/ruby/lib/jit.rb"), "-e", BUSY]
    out, errors, = Open3.capture3({ "RUBYOPT" => nil }, RbConfig.ruby, *flags, *parts)
    JSON.parse(out.empty? ? raise(errors) : out)
  end

  def test_nothing_without_a_compiler
    assert_equal [nil, nil, nil], said
  end

  def test_name_version_and_bytes_with_one
    skip "this Ruby was built without YJIT" unless defined?(RubyVM::YJIT)
    facts, before, after = said("--yjit")

    assert_equal({ "name" => "yjit", "version" => RUBY_VERSION }, facts)
    assert_operator after, :>, before
  end

  def test_the_hello_and_each_block_have_it
    skip "this Ruby was built without YJIT" unless defined?(RubyVM::YJIT)
    with, without = [["--yjit"], []].map do |flags|
      talk = PlannedTalk.take([RbConfig.ruby, *flags, DRIVER])
      hello = talk.read_line
      talk.ask(type: "load", client: "null", adapter: "null", shims: [], options: {})
      talk.ask(type: "open", cell: "c", client: "null", servers: [], options: {}, prefix: "", published: false, mode: "sync",
               scenario: { keys: { k: "key" }, values: {}, prelude: [], steps: [{ op: "get", key: "k" }], wrap: nil })
      [hello["jit"], talk.ask(type: "block", cell: "c", iterations: 100)["compiled_bytes"]].tap { talk.finish }
    end

    assert_equal [nil, nil], without
    assert_equal "yjit", with.first["name"]
    assert_operator with.last, :>, 0
  end
end
