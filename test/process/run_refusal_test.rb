# frozen_string_literal: true

require "test_helper"

# Bad input: exit code 2, at most three helpful lines, nothing started and nothing left behind.
class RunRefusalTest < Minitest::Test
  include ACommand

  # Command line => what the message must say.
  BAD = {
    ["dalli@99.1"] => /dalli has no version 99\.1/,
    ["dali"] => /Did you mean dalli\?/,
    ["dalli,protocl=meta"] => /Did you mean protocol\?/,
    ["dalli,protocol=mta"] => /Did you mean meta\?/,
    ["dalli@"] => /a version must follow @/,
    ["dalli,"] => /an option must follow each comma/,
    [""] => /the word is empty/,
    ["\xff"] => /must be UTF-8/,
    ["socket", "socket"] => /twice/,
    ["--suite", "clasic"] => /Did you mean classic\?/,
    ["socket", "--scenario", "nope"] => /no scenario matches nope/,
    ["socket", "--format", "jsn"] => /Did you mean json\?/,
    ["socket", "--iterations", "0"] => /--iterations must be a whole number .*\(got "0"\)/,
    ["socket", "--iterations", "-1"] => /--iterations must be a whole number .*\(got "-1"\)/,
    ["socket", "--iterations", "1.5"] => /--iterations must be a whole number .*\(got "1\.5"\)/,
    ["socket", "--iterations", "x"] => /--iterations must be a whole number .*\(got "x"\)/,
    ["socket", "--iterations", "9" * 30] => /--iterations must be a whole number/,
    ["socket", "--for", "0s"] => /--for must be a time from 1s/,
    ["socket", "--until", "200%"] => /--until must be a share/,
    ["socket", "--servers", "0"] => /--servers must be a whole number from 1 to 16/,
    ["socket", "--mode", "threads"] => /--mode threads: not a mode/,
    ["socket", "--mode", "gevent-4"] => /--mode gevent-4: Ruby has no mode gevent/,
    ["memcached", "--mode", "threads-4,shared"] => %r{memcached is not safe in mode threads-4,shared: .* \(https://},
    ["socket", "--placement", "x"] => /--placement: unknown choice "x"/,
    ["socket", "--rate", "9..3"] => /--rate must be a rate/,
    ["socket", "--rate", "5", "--until", "1%"] => /--rate and --until cannot be combined/,
    ["socket", "--rate", "5", "--format", "classic"] => /--format classic cannot show rates/,
    ["socket", "--slo", "1ms"] => /--slo needs --rate/,
    ["socket", "--server", "nowhere"] => /--server must be HOST:PORT/,
    ["socket", "--ruby", "/nonexistent"] => %r{/nonexistent does not exist},
    ["socket", "--ruby", "/bin/cat"] => %r{/bin/cat is no Ruby},
    ["socket", "--locked", "/nonexistent"] => %r{/nonexistent},
    ["socket", "--output", "/nonexistent/x"] => %r{/nonexistent/x has no folder},
    ["socket", "--update", "/nonexistent"] => %r{/nonexistent},
    ["socket", "--record", "/nonexistent/x"] => %r{/nonexistent/x has no folder},
    ["socket", "--itertions", "3"] => /Did you mean --iterations\?/,
    ["socket", "--format"] => /missing argument: --format/
  }.freeze

  # One of each kind that is typed in a shell: a word, bytes, an option, what another program says.
  TYPED = [["dali"], ["\xff"], ["socket", "--format"], ["socket", "--ruby", "/bin/cat"]].freeze

  def setup = warm

  def test_bad_input_is_refused_in_words
    BAD.each do |arguments, wanted|
      message = refused("run", *arguments)

      assert_match wanted, message
      assert_operator message.lines.size, :<=, 3, message
    end
    refute_path_exists Cachemark::Paths.new.records
  end

  def test_what_is_refused_ends_with_two_and_leaves_nothing_behind
    TYPED.each do |arguments|
      ARun.start(*arguments, record: false) do |run|
        assert_equal [2, ""], [run.finish, run.out], "#{arguments}: #{run.err}"
        assert_match BAD.fetch(arguments), run.err
        assert_operator run.err.lines.size, :<=, 3, run.err
        assert_equal %w[err out], Dir.children(run.folder).sort, arguments
      end
    end
  end
end
