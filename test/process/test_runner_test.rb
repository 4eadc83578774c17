# frozen_string_literal: true

require "test_helper"

# bin/test itself: what it runs, how it ends, what fails it.
class TestRunnerTest < Minitest::Test
  SUMMARY = /\n1 runs, 1 assertions, (\d) failures, 0 errors, 0 skips\n\z/

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
    Dir.mktmpdir { |empty| assert_match(/no tests there/, Executable.run(empty, program: "bin/test").err) }
  end

  private

  def run_test(body)
    Dir.mktmpdir do |folder|
      file = File.join(folder, "a_test.rb")
      File.write(file, "require \"test_helper\"\nclass ATest < Minitest::Test\n  def test_a\n    #{body}\n  end\nend\n")
      Executable.run(file, program: "bin/test")
    end
  end
end
