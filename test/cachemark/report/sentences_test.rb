# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Report::SentencesTest < Minitest::Test
    Remark = Stats::Remark
    THEMES = Report::Sentences.constants.map { |name| Report::Sentences.const_get(name) }.grep(Module)

    def test_every_remark_of_stats_has_one_sentence
      sources = Dir["#{ROOT}/lib/cachemark/stats{.rb,/**/*.rb}"].map { |path| File.read(path) }
      ids = sources.flat_map { |text| text.scan(/Remark\[:(\w+)/) }.flatten.map(&:to_sym).uniq
      known = THEMES.flat_map { |theme| theme.singleton_methods(false) }

      assert_empty ids - known
      assert_empty known.tally.select { |_id, count| count > 1 }.keys
    end

    def test_a_sentence_ends_with_its_detail_and_begins_with_whom_it_is_about
      remark = Remark[:compressed, stores: true, detail: Remark[:value_sizes, bytes: [9, 40]]]

      assert_equal "compresses its values: 9 to 40 bytes", Report::Sentences.of(remark)
      assert_equal "compresses its values", Report::Sentences.of(remark.without_detail)
      assert_equal "both: compresses its values", Report::Sentences.of(remark.without_detail.with(about: "both"))
    end

    def test_keeps_recorded_sentences_unchanged
      assert_equal ["as it is", "as it is", nil], [Remark.recorded("as it is"), "as it is", nil].map { |one| Report::Sentences.of(one) }
    end

    def test_a_value_is_said_however_deep_its_remarks_are
      verdict = MadeVerdicts.invalid(reason: Remark[:no_pairs], footnotes: [Remark.recorded("x")])
      decision = MadeDecision.of(comparison: MadeVerdicts.comparison(verdicts: [verdict]), results: ["invalid"])
      said = Report::Sentences.in(decision)

      assert_equal ["no pair of processes was completed", ["x"]], said.verdicts.first.to_h.values_at(:reason, :footnotes)
      assert_equal "invalid", said.result(said.verdicts.first)
    end

    def test_a_value_without_remarks_is_the_same
      verdict = MadeVerdicts.slower

      assert_same verdict, Report::Sentences.in(verdict)
    end

    def test_a_remark_survives_its_record
      remark = Remark[:departure, way: :sent, timed: 9, seen: 5]
      kept = JSON.parse(JSON.generate(remark.to_h))

      assert_equal Report::Sentences.of(remark), Report::Sentences.of(Remark.read(kept))
    end
  end
end
