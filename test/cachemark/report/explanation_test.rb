# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Report::ExplanationTest < Minitest::Test
    def test_the_answer_has_a_sentence_for_each_kind_of_work_that_differs
      assert_equal ["dalli@3.0.5 makes 2.5 more calls per get than dalli@3.0.4, most in A#get (lib/a.rb:1).",
                    "dalli@3.0.5 makes 1 fewer allocation (-40 bytes) per get than dalli@3.0.4, most in Array in A#get " \
                    "(lib/a.rb:1).",
                    "dalli@3.0.5 executes 200 more instructions per get than dalli@3.0.4, most in f (a.so).",
                    "Per get on the wire: writes 1 -> 2."], answer(MadeExplanation.whole)
    end

    def test_the_same_number_of_other_calls_is_said
      explanation = made("calls", [site("A#a", 1)], [site("A#b", 1, place: "lib/b.rb:2")])

      assert_equal ["dalli@3.0.5 makes other calls per get than dalli@3.0.4, but as many; most in A#b (lib/b.rb:2)."],
                   answer(explanation)
    end

    def test_a_line_is_the_answer_if_calls_and_allocations_are_equal
      explanation = made("lines", [site("A#a", 1, text: "x = 1")], [site("A#a", 1, text: "x = 2", place: "lib/a.rb:9")])

      assert_equal ["The line that differs most is lib/a.rb:9: x = 2"], answer(explanation)
    end

    def test_equal_contenders_are_reported_as_equal
      assert_equal ["No difference per get between dalli@3.0.4 and dalli@3.0.5 in calls."],
                   answer(made("calls", [site("A#a", 1)], [site("A#a", 1)]))
      assert_equal ["Nothing could be counted."], answer(MadeExplanation.of(more: [MadeExplanation.unexplained("lines")]))
    end

    def test_a_function_without_a_name_has_its_callers
      explanation = made("instructions", [site("0x10", 10, place: "a.so", text: "called by f")],
                         [site("0x10", 50, place: "a.so", text: "called by f")])

      assert_match(/most in 0x10 called by f \(a.so\)\.\z/, answer(explanation).first)
    end

    def test_many_functions_that_differ_a_little_are_summed_by_library
      sides = [1.0, 1.0009].map { |share| Array.new(9) { |at| site("f#{at}", 1_000 * share, place: "a.so", text: nil) } }

      assert_empty answer(made("instructions", *sides)).grep(/more/)
      more = [1, 80].map { |cost| Array.new(90) { |at| site("f#{at}", 100 + (cost / 10), place: "a.so", text: nil) } }

      assert_match(/executes 720 more instructions per get than dalli@3.0.4, most in a.so \(f0\)/,
                   answer(made("instructions", *more)).first)
    end

    def test_ten_rows_are_shown_unless_all_are_requested
      sides = [[], Array.new(12) { |at| site("A#m#{at}", at + 1) }]
      sites = { "calls" => sides.map { |side| [side] } }

      assert_equal 10, shown(MadeExplanation.of(sites: sites)).scan(/^ +\+\d+ +A#m\d/).size
      assert_includes shown(MadeExplanation.of(sites: sites)), "2 smaller differences not shown; --format full shows them."
      assert_equal 12, shown(MadeExplanation.of(sites: sites, all: true)).scan(/^ +\+\d+ +A#m\d/).size
      assert_equal 12, Report::Explanation.text(MadeExplanation.of(sites: sites), "html").scan(/>A#m\d+</).size
    end

    def test_a_missing_instrument_is_named_with_its_package
      text = shown(MadeExplanation.of(more: [MadeExplanation.unexplained("instructions")]))

      assert_includes text, "Not counted: there is no valgrind here. Try: install the Debian package valgrind."
    end

    def test_differences_that_are_chance_are_counted
      before, after = [1.0, 1.2], [1.3, 1.4]
      sides = [before, after].zip([1, 3]).map { |counts, sure| counts.map { |count| [site("A#a", count), site("A#b", sure)] } }

      assert_includes shown(MadeExplanation.of(sites: { "calls" => sides })), "1 difference omitted: processes of one contender"
    end

    private

    def site(...) = MadeExplanation.site(...)
    def made(look, before, after) = MadeExplanation.of(sites: { look => [[before], [after]] })
    def answer(explanation) = Report::Explanation::Answer.of(explanation)
    def shown(explanation) = Report::Explanation.text(explanation, "terminal", width: 120)
  end
end
