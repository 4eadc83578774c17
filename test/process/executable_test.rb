# frozen_string_literal: true

require "test_helper"
require "json"

# exe/cachemark turns what happens into words and an exit code.
class ExecutableTest < Minitest::Test
  def test_reports_a_mistake_in_at_most_three_lines
    result = Executable.run("lst")
    assert_equal [2, ""], [result.status, result.out]
    assert_operator result.err.lines.size, :<=, 3
    assert_match(/unknown command: lst\nDid you mean list/, result.err)
  end

  def test_is_quiet_when_nobody_reads_on
    reader, writer = IO.pipe
    errors = Tempfile.new
    pid = spawn(Executable::OURS, File.join(Executable::ROOT, "bin/cachemark"), "help", out: writer, err: errors)
    [reader, writer].each(&:close)
    status = Process.wait2(pid).last
    assert_equal [141, ""], [status.exitstatus, File.read(errors)]
  end

  def test_a_pipe_that_breaks_elsewhere_is_no_reader_that_is_gone
    result = broken("raise Errno::EPIPE")

    assert_equal [3, "cachemark: Broken pipe (Errno::EPIPE)\n"], [result.status, result.err.lines.first]
  end

  def test_a_report_may_go_into_a_pipe_by_the_name_of_standard_output
    Dir.mktmpdir do |folder|
      path = File.join(folder, "run.jsonl")
      File.write(path, MadeRecord.lines.map { |line| "#{JSON.generate(line)}\n" }.join)
      result = Executable.run("show", path, "--format", "csv", "--output", "/dev/stdout")

      assert_equal [0, ""], [result.status, result.err]
      assert_match(/^.*dalli/, result.out)
    end
  end

  def test_reads_its_files_as_utf_8_in_any_locale
    result = Executable.run("help", env: { "LC_ALL" => "C", "LANG" => nil })
    assert_equal [0, ""], [result.status, result.err]
  end

  def test_reports_an_unexpected_error_in_two_lines
    result = broken("raise NoMethodError, %(what now)")
    assert_equal 3, result.status
    assert_equal ["cachemark: what now (NoMethodError)\n", "Please report this, with the output of CACHEMARK_DEBUG=1.\n"],
                 result.err.lines
    assert_match(/broken.rb:1/, broken("raise NoMethodError, %(what now)", "CACHEMARK_DEBUG" => "1").err)
  end

  def test_names_a_library_that_is_missing
    result = Executable.run("--disable-gems", File.join(Executable::ROOT, "exe/cachemark"), "--version", program: RbConfig.ruby)

    assert_equal [3, ""], [result.status, result.out]
    assert_equal ["cachemark: a library is missing: cannot load such file -- zeitwerk\n",
                  "Try: bin/cachemark doctor, which installs what is missing, or gem install cachemark\n"], result.err.lines
  end

  def test_ends_with_the_code_of_a_signal
    assert_equal [130, "cachemark: interrupted\n"], broken("raise Interrupt").to_a.values_at(0, 2)
    assert_equal [130, "cachemark: interrupted\n"],
                 broken("begin; raise Interrupt; rescue Exception; raise NameError, %(uninitialized); end").to_a.values_at(0, 2)
    assert_equal [143, ""], broken("raise SignalException, %(TERM)").to_a.values_at(0, 2)
  end

  private

  # The executable with a command line that ends badly.
  def broken(body, env = {})
    Dir.mktmpdir do |folder|
      File.write(File.join(folder, "broken.rb"), "module Cachemark; module CLI; def self.call(*) = #{body}; end; end")
      env = env.merge("RUBYOPT" => nil, "RUBYLIB" => $LOAD_PATH.join(":"))
      exe = File.join(Executable::ROOT, "exe/cachemark")
      Executable.run("-rcachemark", "-r#{folder}/broken.rb", exe, program: RbConfig.ruby, env: env)
    end
  end
end

# Bad input: exit code 2, at most three helpful lines, nothing started and nothing left behind.
class RefusalTest < Minitest::Test
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
    ["socket", "--scenario", "nope"] => /no scenario matches nope\ncachemark list scenarios$/,
    ["socket", "--format", "jsn"] => /Did you mean json\?/,
    ["socket", "--for", "0x"] => /--for must be a whole number .*\(got "0x"\)/,
    ["socket", "--for", "-1x"] => /--for must be a whole number .*\(got "-1x"\)/,
    ["socket", "--for", "1.5x"] => /--for must be a whole number .*\(got "1\.5x"\)/,
    ["socket", "--iterations", "x"] => /--for must be a whole number .*\(got "xx"\)/,
    ["socket", "--for", "#{"9" * 30}x"] => /--for must be a whole number/,
    ["socket", "--for", "0s"] => /--for must be a time from 1s/,
    ["socket", "--for", "200%"] => /--for must be a share/,
    ["socket", "--with", "ring=0"] => /--with ring must be a whole number from 1 to 16/,
    ["socket", "--with", "mode=threads"] => /mode threads: not a mode/,
    ["socket", "--with", "mode=gevent-4"] => /mode gevent-4: Ruby has no mode gevent/,
    ["memcached", "--with", "mode=threads-4,shared"] => %r{memcached is not safe in mode threads-4,shared: .* \(https://},
    ["socket", "--with", "placement=x"] => /--with placement: unknown choice "x"/,
    ["socket", "--rate", "9..3"] => /--rate must be a rate/,
    ["socket", "--rate", "5", "--for", "1%"] => /--rate and --for SHARE cannot be combined/,
    ["socket", "--rate", "5", "--format", "classic"] => /--format classic cannot show rates/,
    ["socket", "--slo", "1ms"] => /--slo needs --rate/,
    ["socket", "--with", "server=nowhere"] => /--with server=nowhere: the address is not HOST:PORT/,
    ["socket", "--with", "ruby=/nonexistent"] => %r{/nonexistent does not exist},
    ["socket", "--with", "ruby=/bin/cat"] => %r{/bin/cat is not a Ruby},
    ["socket", "--with", "locked=/nonexistent"] => %r{/nonexistent},
    ["socket", "--output", "/nonexistent/x"] => %r{/nonexistent/x has no folder},
    ["socket", "-o", "document=/nonexistent"] => %r{/nonexistent},
    ["socket", "-o", "record=/nonexistent/x"] => %r{/nonexistent/x has no folder},
    ["socket", "--scnario", "3"] => /Did you mean --scenario\?/,
    ["socket", "--format"] => /missing argument: --format/
  }.freeze

  # One of each kind that is typed in a shell: a word, bytes, an option, what another program says.
  TYPED = [["dali"], ["\xff"], ["socket", "--format"], ["socket", "--with", "ruby=/bin/cat"]].freeze

  def setup = warm

  def test_bad_input_is_refused_in_words
    BAD.each do |arguments, wanted|
      message = refused("run", *arguments)

      assert_match wanted, message
      assert_operator message.lines.size, :<=, 3, message
    end
    refute_path_exists Cachemark::Paths.new.records
  end

  def test_a_refusal_exits_with_two_and_leaves_nothing_behind
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
