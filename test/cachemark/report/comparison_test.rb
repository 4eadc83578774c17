# frozen_string_literal: true

require "test_helper"

class ComparisonReportTest < Minitest::Test
  extend Golden

  Verdicts = MadeVerdicts
  SMALL = Verdicts.slower(effect: 0.009, interval: [0.005, 0.013])
  COUNT = Verdicts.verdict(label: "get", metric: "allocations", effect: 0.0, interval: [0.0, 0.0], costs: [14.0, 14.0],
                           unit: "objects")

  TEXTS = {
    "a verdict is a line with all that it rests on" => -> { text(width: 120) },
    "a narrow terminal keeps what matters" => -> { text(width: 80) },
    "changes need no smallest detectable one" => -> { text(verdicts: [Verdicts.slower, Verdicts.faster]) },
    "a change below the margin" => -> { text(verdicts: [SMALL, SMALL.with(metric: "instructions", costs: [1_000, 1_009])]) },
    "a heading has exact releases" => lambda do
      text(notations: { "dalli@3.x" => "dalli@3.2.8", "dalli" => "dalli@4.3.10" },
           verdicts: [Verdicts.slower(contender: "dalli@3.x", baseline: "dalli")])
    end,
    "several metrics have a column" => -> { text(verdicts: [Verdicts.slower, COUNT], width: 120) },
    "markdown" => -> { text("markdown") },
    "markdown of a change below the margin" => -> { text("markdown", verdicts: [SMALL]) },
    "a page of method 1" => -> { MadeSites.text(text("html")) },
    "a page of method 2, whose first rule is another" => lambda do
      MadeSites.text(text("html", run: { **Verdicts::RUN, "method" => 2 }, verdicts: [Verdicts.slower]))
    end
  }.freeze
  golden "comparison", TEXTS

  # Every pair is drawn under its verdict, which is repeated from the record.
  def test_a_page_of_a_record
    html = MadePages.comparison

    assert_equal 28, html[%r{id="spec-pairs">(.*?)</script>}m, 1].scan("\"off\":").size
    assert_includes html.gsub(%r{</?span>}, ""),
                    "cachemark compare --with locked=RECORD dalli@2.7.11 dalli@3.2.8 --scenario client/get"
  end

  def test_a_second_row_and_pairs_that_do_not_count_follow_it
    comparison = MadeComparison.comparison(scenarios: ["client/get"], pairs: 20, quads: 4, method: 2, blocks: lambda do |block|
      undisturbed = block["wall_ns"] / 20
      block["pair"] == 3 ? { "batches" => [undisturbed] * 2 + [undisturbed * 11 / 10] * 18 } : {}
    end) { |arm| arm.arm == "contender" && !arm.noise && arm.quad == 1 && arm.slot < 2 ? 9_000 : 1_000 }
    document = document(comparison)
    verdicts = document["verdicts"].map { |one| one.values_at("metric", "left_out") }

    assert_equal [2, [["wall", 1], ["mean", 1]]], [document["method"], verdicts]
    assert_match(/\AOver all calls dalli@3.2.8 is .* slower than dalli@2.7.11 in get/, document["summary"].lines.last)
    assert_equal 1, document(Verdicts.comparison)["method"]
  end

  private

  def document(comparison) = JSON.parse(Cachemark::Report::Comparison.text(comparison, "json"))

  def text(format = "terminal", width: 80, **made)
    Cachemark::Report::Comparison.text(Verdicts.comparison(**made), format, width: width)
  end
end

module Cachemark
  class Report::Comparison::AnswerTest < Minitest::Test
    # What is said of these verdicts.
    def test_the_answer
      invalid = verdict("set", "invalid", reason: "wrong reply")
      {
        "b is 4.1 % slower than a in get, the same in set and mixed; in 2 of 5 scenarios this run could not tell " \
        "(it would have detected 1.2 %)." =>
          [slower("get", 0.041), same("set"), same("mixed"), unresolved("add", 0.009), unresolved("big", 0.012)],
        # The baseline is named once.
        "b is 4.1 % slower than a in get and 12 % in set, 3.0 % faster in mixed." =>
          [slower("get", 0.041), slower("set", 0.123), faster("mixed", -0.03)],
        "b is 3.0 % faster than a in mixed, the same in set." => [same("set"), faster("mixed", -0.03)],
        "b is as fast as a in get, set and mixed (within 1 %)." => [same("get"), same("set"), same("mixed")],
        # An unresolved comparison is never no difference. Beyond half there is no figure.
        "This run could not tell b from a in get (it would have detected 1.2 %)." => [unresolved("get", 0.012)],
        "This run could not tell b from a in 2 of 2 scenarios (3 pairs)." => [unresolved("get", nil), unresolved("set", nil)],
        "This run could not tell b from a in 2 of 2 scenarios (it could detect next to nothing)." =>
          [unresolved("get", 11.589), unresolved("set", 0.02)],
        "b is as fast as a in get (within 1 %); there is no valid verdict on b in set (wrong reply)." => [same("get"), invalid],
        "There is no valid verdict on b in set (wrong reply)." => [invalid]
      }.each { |answer, verdicts| assert_equal answer, summary(*verdicts) }
    end

    def test_a_sentence_for_each_contender_and_metric
      lines = summary(same("get"), slower("get", 0.5).with(contender: "c"), slower("get", 0.333).with(metric: "allocations"),
                      same("get").with(metric: "bytes"), faster("get", -0.0004).with(metric: "fastest")).lines(chomp: true)

      assert_equal ["b is as fast as a in get (within 1 %).", "c is 50 % slower than a in get.",
                    "In objects allocated b is 33 % costlier than a in get.", "In bytes on the wire b is the same as a in get.",
                    "In its fastest calls b is 0.04 % faster than a in get."], lines
    end

    def test_nothing_compared_is_nothing_said
      assert_nil summary
    end

    private

    def summary(*verdicts) = Report::Comparison::Answer.of(Stats::Comparison.new(run: {}, verdicts: verdicts))
    def slower(label, effect) = verdict(label, "slower", effect: effect)
    def faster(label, effect) = verdict(label, "faster", effect: effect)
    def same(label) = verdict(label, "same", effect: 0.001)
    def unresolved(label, resolution) = verdict(label, "unresolved", resolution: resolution, reason: "3 pairs")

    def verdict(label, word, **members)
      Stats::Verdict.new(contender: "b", baseline: "a", scenario: "client/#{label}", mode: "sync", metric: "wall", label: label,
                         verdict: word, **members)
    end
  end
end
