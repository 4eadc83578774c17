# frozen_string_literal: true

require "test_helper"
require "cachemark/minitest"

class MinitestAssertionTest < Minitest::Test
  SENTENCES = ["get costs 3.1 % more", "it recurred"].freeze

  def asked(code, gate: {}, **options)
    FakeGate.open(code: code, sentences: SENTENCES, **gate) do |gate|
      yield -> { assert_no_slowdown(program: gate.program, **options) }, gate
    end
  end

  def test_passes_where_the_gate_is_open
    asked(0, dir: "/", base: "newest", scenario: "client/get", for: "40s", margin: 0.02) do |assertion, gate|
      assert_equal true, assertion.call
      assert_equal %w[/ gate --base newest --scenario client/get --for 40s --margin 2% --format json], gate.words
    end
  end

  def test_fails_with_the_gates_own_sentences
    asked(1) do |assertion, gate|
      error = assert_raises(Minitest::Assertion, &assertion)
      assert_equal "get costs 3.1 % more\nit recurred", error.message
      assert_equal Dir.pwd, gate.words.first
    end
  end

  def test_an_undecided_gate_fails_unless_that_is_allowed
    asked(4) { |assertion, _| assert_raises(Minitest::Assertion, &assertion) }
    [3, 4].each do |code|
      asked(code, allow_unresolved: true, gate: undecided("unresolved")) do |assertion, gate|
        assert_match(/3\.1 %/, assert_raises(Minitest::Skip, &assertion).message)
        refute_includes gate.words, "--allow-unresolved"
      end
    end
    asked(1, allow_unresolved: true) { |assertion, _| assert_raises(Minitest::Assertion, &assertion) }
    asked(2, allow_unresolved: true) { |assertion, _| assert_raises(Minitest::Assertion, &assertion) }
  end

  def test_an_invalid_or_missing_measurement_always_fails
    [undecided("unresolved", "invalid"), undecided, {}, { out: "no memcached here" }].each do |said|
      asked(3, allow_unresolved: true, gate: said) do |assertion, _|
        refute_kind_of Minitest::Skip, assert_raises(Minitest::Assertion, &assertion), said.inspect
      end
    end
  end

  private

  # The output of a gate without a decision, with these verdicts.
  def undecided(*words)
    { out: JSON.generate(code: 3, decision: "undecided", sentences: SENTENCES,
                         verdicts: words.map { |word| { verdict: word, result: word.sub("unresolved", "undecided") } }) }
  end
end
