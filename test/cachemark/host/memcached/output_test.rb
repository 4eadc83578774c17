# frozen_string_literal: true

require "test_helper"

class OutputTest < Minitest::Test
  Output = Cachemark::Host::Memcached::Output

  def test_keeps_the_end_of_what_was_said
    output = Output.new
    output.sink.write("first\n#{"x" * 200_000}\nlast words\n\n")
    output.close

    assert_equal "last words", output.last_line
    assert_equal Output::KEPT_BYTES, output.text.size
  end

  def test_what_is_still_on_its_way_belongs_to_the_end
    output = Output.new
    late = Thread.new do
      sleep 0.05
      output.sink.write("last words\n")
      output.release_sink
    end

    assert_equal "last words", output.last_line
  ensure
    late.join
    output.close
  end

  def test_silence_is_nil
    output = Output.new
    output.close

    assert_nil output.last_line
  end

  def test_can_be_a_terminal
    output = Output.new(terminal: true)

    assert_predicate output.sink, :tty?
    output.sink.write("hello\n")
    output.close
    assert_equal "hello", output.last_line
  end
end
