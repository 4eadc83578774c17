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

  # A file that came with a pull request, and a word.
  def test_the_texts_of_a_mistake_are_no_commands_for_the_terminal
    Dir.mktmpdir do |folder|
      Dir.mkdir(File.join(folder, ".git"))
      File.write(File.join(folder, ".cachemark.yml"), "\"\\e[31mx\": 1\n")
      mistakes = [Executable.run("run", "--dry-run", chdir: folder), Executable.run("\e]0;x\a")]

      assert_equal [2, 2], mistakes.map(&:status)
      assert_equal ['/\e[31mx is not known here', "unknown command: \\e]0;x\\a"],
                   mistakes.map { |one| one.err[%r{/.{1,3}\[31mx.*|unknown.*}] }
    end
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

# Bad input in a shell, one of each kind: a word, bytes, an option, what another program says. Others are in
# test/cachemark/cli/refusals_test.rb.
class RefusalTest < Minitest::Test
  TYPED = { %w[dali] => /Did you mean dalli\?/, ["\xff"] => /must be UTF-8/, %w[socket --format] => /missing argument: --format/,
            %w[socket --with ruby=/bin/cat] => %r{/bin/cat is not a Ruby} }.freeze

  def test_a_refusal_exits_with_two_and_leaves_nothing_behind
    TYPED.each do |arguments, wanted|
      ARun.start(*arguments, record: false) do |run|
        assert_equal [2, ""], [run.finish, run.out], "#{arguments}: #{run.err}"
        assert_match wanted, run.err
        assert_operator run.err.lines.size, :<=, 3, run.err
        assert_equal %w[err out], Dir.children(run.folder).sort, arguments
      end
    end
  end
end
