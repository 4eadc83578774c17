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
    asked(4, allow_unresolved: true, gate: said("undecided")) do |assertion, gate|
      assert_match(/3\.1 %/, assert_raises(Minitest::Skip, &assertion).message)
      refute_includes gate.words, "--allow", "unresolved"
    end
    asked(1, allow_unresolved: true) { |assertion, _| assert_raises(Minitest::Assertion, &assertion) }
    asked(2, allow_unresolved: true) { |assertion, _| assert_raises(Minitest::Assertion, &assertion) }
  end

  def test_an_invalid_or_missing_measurement_always_fails
    [[3, said("invalid")], [3, {}], [3, { out: "no memcached here" }], [4, { out: "no memcached here" }]].each do |code, said|
      asked(code, allow_unresolved: true, gate: said) do |assertion, _|
        refute_kind_of Minitest::Skip, assert_raises(Minitest::Assertion, &assertion), said.inspect
      end
    end
  end

  private

  # The output of a gate with this decision.
  def said(decision) = { out: JSON.generate(decision: decision, sentences: SENTENCES) }
end
