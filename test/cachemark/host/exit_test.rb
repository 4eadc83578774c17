# frozen_string_literal: true

require "test_helper"

class ExitTest < Minitest::Test
  Exit = Cachemark::Host::Exit

  def test_only_code_0_is_success
    assert_predicate Exit.new(code: 0), :success?
    refute_predicate Exit.new(code: 1), :success?
    refute_predicate Exit.new(signal: "TERM"), :success?
  end

  def test_reads_as_the_end_of_a_sentence
    assert_equal "ended with exit code 71", Exit.new(code: 71).to_s
    assert_equal "was killed by SIGKILL", Exit.new(signal: "KILL").to_s
  end
end
