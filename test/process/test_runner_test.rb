# frozen_string_literal: true

require "test_helper"

# bin/test itself: what it runs, how it ends, what fails it.
class TestRunnerTest < Minitest::Test
  include Heeding

  BIN = File.join(Executable::ROOT, "bin/test")
  SUMMARY = /\n1 runs, 1 assertions, (\d) failures, 0 errors, 0 skips\n\z/
  # One test of several ends the process that runs it.
  CRASH = "def test_a = assert(true)\n def test_b = Process.kill(:KILL, Process.pid)\n def test_c = assert(true)\n " \
          "alone def test_d = exit(3)\n alone def test_e = assert(true)"
  # Tests that tell when they are at work.
  LOGGING = '%s def test_%s = %%w[begins ends].each { |word| File.write(%p, "#{word} ", mode: "a"); sleep 0.05 }'

  def test_runs_one_file_and_ends_with_the_summary
    result = run_test("assert true")
    assert_equal [0, ""], [result.status, result.err]
    assert_equal "0", result.out[SUMMARY, 1]
  end

  def test_fails_with_a_failing_test
    result = run_test("assert false")
    assert_equal [1, "1"], [result.status, result.out[SUMMARY, 1]]
  end

  def test_fails_with_a_warning_of_our_own_and_ends_with_the_summary
    result = run_test("assert eval(%(def self.z = 1; def self.z = 2))")
    assert_equal [1, "0"], [result.status, result.out[SUMMARY, 1]]
    assert_match(/2 warnings about our own files.*\n.*z/, result.out)
  end

  def test_says_when_there_is_no_such_test
    with_tests({}) { |empty| assert_match(/no tests there/, bin_test(empty).err) }
  end

  def test_a_test_whose_process_ends_is_an_error_with_its_place_and_costs_no_other_test
    with_tests("ATest" => CRASH, "BTest" => "def test_z = skip('why')") do |folder|
      result = bin_test(folder, "-v", "-j", "2")

      assert_equal 1, result.status
      assert_match(/^ATest#test_b:\n.*has ended: SIGKILL.*\n.*a_test\.rb:4$/, result.out)
      assert_match(/^ATest#test_d:\n.*has ended: exit 3\n.*a_test\.rb:6$/, result.out)
      assert_equal %w[a b c d e z], result.out.scan(/^[AB]Test#test_(.) = \d\.\d\d s = [.ES]$/).flatten.sort
      assert_match(/^6 runs, 3 assertions, 0 failures, 2 errors, 1 skips\n\z/, result.out)
    end
  end

  def test_a_seed_makes_the_same_order_in_any_number_of_processes
    with_tests("ATest" => Array.new(9) { |number| "def test_#{number} = assert(true)" }.join("\n"), "BTest" => "") do |folder|
      orders = [1, 3].map do |count|
        out = bin_test(folder, "-v", "--seed", "7", "-j#{count}", "-n", "/[1-8]/").out
        assert_match(/^Run options: .*--seed 7/, out)
        out.scan(/^ATest#test_(\d)/).flatten
      end

      assert_equal [8, 1], [orders.first.size, orders.uniq.size]
    end
  end

  def test_measuring_tests_run_alone
    with_tests({}) do |folder|
      log = File.join(folder, "log")
      %w[A B C].each do |name|
        plant(folder, "#{name}Test", [format(LOGGING, "", "parallel", log), format(LOGGING, "alone", "alone", log)].join("\n"))
      end

      assert_equal 0, bin_test(folder, "-j", "3").status
      assert_equal %w[begins ends] * 3, File.read(log).split.last(6)
    end
  end

  def test_one_that_is_interrupted_has_not_passed_and_leaves_nothing
    with_tests("ATest" => "def test_a = [File.write(File.join(__dir__, 'at_work'), Process.pid), sleep(60)]") do |folder|
      out, writer = IO.pipe
      pid = heeding("INT") { spawn(env(folder), BIN, folder, out: writer, err: writer, pgroup: true) }
      writer.close
      worker = Processes.eventually(30) { read(File.join(folder, "at_work")) }.to_i
      Process.kill("INT", -pid)

      said = out.read
      assert_match(/^ATest#test_a:\n.*SIGINT to the whole run\n.*a_test\.rb:3$/, said)
      assert_match(/^1 runs, 0 assertions, 0 failures, 1 errors, 0 skips\n\z/, said)
      assert_equal 1, Process.wait2(pid).last.exitstatus
      refute Processes.alive?(worker)
    end
  end

  def test_no_number_of_processes_is_refused
    with_tests("ATest" => "") do |folder|
      %w[-j0 -jmany].each { |word| assert_match(/-j wants a number/, bin_test(folder, word).err) }
    end
  end

  def test_lists_the_slowest_tests_with_the_cpu_time_of_their_processes
    busy = "def test_busy = Process.wait(fork { nil while Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID) < 0.3 })"
    with_tests("ATest" => [busy, "def test_a = assert(true)", "def test_waiting = sleep(0.5)"].join("\n")) do |folder|
      %w[1 2].each do |count|
        out = bin_test(folder, "--slowest", "2", "-j", count).out

        assert_match(/^The 2 slowest of 3 tests, .*\n.*CPU s\n(.* ATest#test_(busy|waiting)\n){2}\n/, out)
        assert_operator cpu_s(out, "busy"), :>, cpu_s(out, "waiting") + 0.2
      end
    end
  end

  def test_a_number_of_slowest_tests_is_refused_that_is_none
    with_tests("ATest" => "") do |folder|
      assert_match(/invalid argument: --slowest many/, bin_test(folder, "--slowest", "many").err)
    end
  end

  private

  def cpu_s(out, name) = out[/([\d.]+)  ATest#test_#{name}$/, 1].to_f

  def run_test(body)
    with_tests("ATest" => "def test_a\n    #{body}\n  end") { |folder| bin_test(folder) }
  end

  def bin_test(folder, *arguments) = Executable.run(folder, *arguments, program: "bin/test", env: env(folder))

  # The times of these tests are no hint for the order of ours.
  def env(folder) = Executable::OURS.merge("CACHEMARK_TEST_CACHE" => File.join(folder, "cache"))

  # A folder of test files, each of one class.
  def with_tests(bodies)
    Dir.mktmpdir do |folder|
      bodies.each { |name, body| plant(folder, name, body) }
      yield folder
    end
  end

  def plant(folder, name, body)
    file = File.join(folder, "#{name.sub("Test", "_test").downcase}.rb")
    File.write(file, "require \"test_helper\"\nclass #{name} < Minitest::Test\n  #{body}\nend\n")
  end

  def read(path)
    text = File.exist?(path) ? File.read(path) : ""
    text unless text.empty?
  end
end
