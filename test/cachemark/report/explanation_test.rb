# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Report::ExplanationTest < Minitest::Test
    extend Golden

    TWELVE = { "calls" => [[], Array.new(12) { |at| MadeExplanation.site("A#m#{at}", at + 1) }].map { |side| [side] } }.freeze

    TEXTS = {
      "a sentence for each kind of work that differs" => -> { answer(MadeExplanation.whole) },
      "the same number of other calls" => -> { of("calls", [site("A#a", 1)], [site("A#b", 1, place: "lib/b.rb:2")]) },
      "a line is the answer if calls and allocations are equal" => lambda do
        of("lines", [site("A#a", 1, text: "x = 1")], [site("A#a", 1, text: "x = 2", place: "lib/a.rb:9")])
      end,
      "equal contenders are reported as equal" => -> { of("calls", [site("A#a", 1)], [site("A#a", 1)]) },
      "nothing could be counted" => -> { answer(MadeExplanation.of(more: [MadeExplanation.unexplained("lines")])) },
      "a function without a name has its callers" => lambda do
        of("instructions", *[10, 50].map { |count| [site("0x10", count, place: "a.so", text: "called by f")] })
      end,
      "functions that differ a little are no answer" => lambda do
        of("instructions", *[1.0, 1.0009].map { |share| functions(9, 1_000 * share) })
      end,
      "many functions that differ a little are summed by library" => lambda do
        of("instructions", functions(90, 100), functions(90, 108))
      end,
      "ten rows are shown" => -> { shown(MadeExplanation.of(sites: TWELVE)) },
      "all rows are shown if all are requested" => -> { shown(MadeExplanation.of(sites: TWELVE, all: true)) },
      "a missing instrument has its package" => lambda do
        shown(MadeExplanation.of(more: [MadeExplanation.unexplained("instructions")]))
      end,
      "differences that are chance are counted" => lambda do
        sides = [[1.0, 1.2], [1.3, 1.4]].zip([1, 3]).map do |counts, sure|
          counts.map { |count| [site("A#a", count), site("A#b", sure)] }
        end
        shown(MadeExplanation.of(sites: { "calls" => sides }))
      end
    }.freeze
    golden "explanation", TEXTS

    def test_a_page_has_all_rows
      assert_equal 12, Report::Explanation.text(MadeExplanation.of(sites: TWELVE), "html").scan(/>A#m\d+</).size
    end

    private

    def site(...) = MadeExplanation.site(...)
    def functions(count, cost) = Array.new(count) { |at| site("f#{at}", cost, place: "a.so", text: nil) }
    def of(look, before, after) = answer(MadeExplanation.of(sites: { look => [[before], [after]] }))
    def answer(explanation) = Report::Explanation::Answer.of(explanation)
    def shown(explanation) = Report::Explanation.text(explanation, "terminal", width: 120)
  end
end
