# frozen_string_literal: true

require "test_helper"
require "rbconfig"
require "tmpdir"

class SessionTest < Minitest::Test
  include Cachemark

  HELLO = '{"type":"hello","protocol":2,"language":"sh","runtime":"sh","pid":1}'

  def setup
    @folder = Dir.mktmpdir
    @log = File.join(@folder, "driver.log")
  end

  def teardown
    @keeper&.stop
    FileUtils.remove_entry(@folder)
  end

  def test_asks_and_answers
    session = start([RbConfig.ruby, File.join(ROOT, "drivers", "ruby", "driver.rb")])

    assert_equal "ruby", session.hello["language"]
    assert_equal session.pid, session.hello["pid"]
    assert_equal "loaded", load_null(session)["type"]
    assert_equal "loaded", load_null(session)["type"]

    assert_predicate session.close, :success?
    refute_predicate session, :alive?
  end

  def test_a_refusal_leaves_the_driver_alive
    session = start([RbConfig.ruby, File.join(ROOT, "drivers", "ruby", "driver.rb")])

    refused = assert_raises(Driver::Refused) { session.request("close", { cell: "c1" }, deadline_s: 10) }

    assert_match(/ArgumentError: no cell is open as "c1"/, refused.message)
    assert_equal "loaded", load_null(session)["type"]
  end

  def test_a_driver_that_cannot_start
    error = assert_raises(Driver::Crash) { start(script("echo cannot load such file -- dalli >&2; exit 7")) }

    assert_match(/exit code 7 during hello; its last words: cannot load such file -- dalli/, error.message)
    assert_equal "its stderr is in #{@log}", error.try
  end

  def test_a_command_that_is_not_there
    assert_raises(Trouble) { start(["/nowhere/ruby"]) }
  end

  def test_a_command_that_is_not_there_leaves_no_pipe_open
    descriptors = -> { Dir.children("/proc/self/fd").size }
    @keeper = Host::Keeper.start
    before = descriptors.call
    3.times { assert_raises(Trouble) { start(["/nowhere/ruby"]) } }
    @keeper.stop # whose threads close what they have sent

    assert_operator descriptors.call, :<, before
  end

  def test_a_driver_that_dies
    session = start(script("echo '#{HELLO}'; read request; echo bye >&2; kill -9 $$"))

    error = assert_raises(Driver::Crash) { load_null(session) }

    assert_match(/was killed by SIGKILL during load; its last words: bye/, error.message)
    refute_predicate session, :alive?
  end

  def test_a_driver_that_hangs
    session = start(script("echo '#{HELLO}'; read request; printf '{\"id\":'; sleep 60"))

    error = assert_raises(Driver::Hang) { session.request("load", {}, deadline_s: 0.05) }

    assert_match(/did not answer load within 0.1 s; its unfinished line is "{\\"id\\":"/, error.message)
    refute_predicate session, :alive?
  end

  def test_a_driver_that_says_nothing_at_all
    assert_raises(Driver::Hang) { start(script("sleep 60"), deadline_s: 0.05) }
  end

  { "plain words" => ["Listening on port 11211", "it is no JSON"],
    "another id" => ['{"id":99,"type":"loaded"}', "its id is not 1"],
    "no object" => ["[]", "it has no type"], "no type" => ['{"id":1}', "it has no type"],
    "half a message" => ['{"id":1,"type":', "it is no JSON"],
    "bytes" => ['\\377\\376', "it is no JSON"] }.each do |what, (said, reason)|
    define_method(:"test_garbage_#{what.tr(" ", "_")}") do
      session = start(script("echo '#{HELLO}'; read request; printf '%b\\n' '#{said}'; sleep 60"))

      error = assert_raises(Driver::Garbage) { load_null(session) }

      assert_match(/sent a line that the protocol does not allow: ".*"; #{reason}$/, error.message)
      assert_operator error.message.lines.size, :<=, 3
      refute_predicate session, :alive?
    end
  end

  # A mistake is often near the end.
  def test_garbage_is_quoted_with_its_begin_and_its_end
    line = "{\"begin\":\"#{"x" * 200}\",\"libraries\":}"
    session = start(script("echo '#{HELLO}'; read request; echo '#{line}'; sleep 60"))
    error = assert_raises(Driver::Garbage) { load_null(session) }

    assert_includes error.message, "#{line[0, 77]}...#{line[-40..]}".inspect
  end

  def test_another_protocol
    error = assert_raises(Driver::Garbage) { start(script("echo '#{HELLO.sub('"protocol":2', '"protocol":3')}'; sleep 60")) }

    assert_match(/speaks protocol 3, this cachemark 2/, error.message)
  end

  def test_ends_a_driver_that_ignores_the_end_of_its_input
    session = start(script("trap '' TERM; echo '#{HELLO}'; sleep 60"))

    session.kill

    refute_predicate session, :alive?
  end

  def test_the_environment_is_only_what_was_given
    start(script("env >&2; echo '#{HELLO}'; read request"), env: { "PATH" => ENV.fetch("PATH"), "LANG" => "C.UTF-8" }).close

    refute_match(/^(RUBYOPT|BUNDLE_|GEM_|HOME)/, File.read(@log))
    assert_match(/^LANG=C.UTF-8/, File.read(@log))
  end

  private

  def start(argv, deadline_s: 20, env: { "PATH" => ENV.fetch("PATH") })
    @keeper ||= Host::Keeper.start
    Driver::Session.start(keeper: @keeper, argv: argv, env: env, log: @log, deadline_s: deadline_s)
  end

  def script(text) = ["/bin/sh", "-c", text]

  def load_null(session)
    session.request("load", { client: "null", adapter: "null", shims: [], options: {} }, deadline_s: 20)
  end
end
