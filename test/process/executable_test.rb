# frozen_string_literal: true

require "test_helper"

# exe/cachemark turns what happens into words and an exit code.
class ExecutableTest < Minitest::Test
  def test_tells_a_mistake_in_at_most_three_lines
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

  def test_tells_the_unexpected_in_two_lines
    result = broken("raise NoMethodError, %(what now)")
    assert_equal 3, result.status
    assert_equal ["cachemark: what now (NoMethodError)\n", "Please report this, with the output of CACHEMARK_DEBUG=1.\n"],
                 result.err.lines
    assert_match(/broken.rb:1/, broken("raise NoMethodError, %(what now)", "CACHEMARK_DEBUG" => "1").err)
  end

  def test_ends_with_the_code_of_a_signal
    assert_equal [130, ""], broken("raise Interrupt").to_a.values_at(0, 2)
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
