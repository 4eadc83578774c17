# frozen_string_literal: true

require "test_helper"

class ComparisonTerminalTest < Minitest::Test
  def test_a_verdict_is_a_line_with_all_that_it_rests_on
    wide = text(width: 120)

    assert_match(/^dalli@3\.2\.8 against dalli@2\.7\.11$/, wide)
    assert_match(/^get +▲ slower +\+4\.1 % \[3\.6, 4\.7\] +17\.2 -> 17\.9 µs +24$/, wide)
    assert_match(/^set +▼ faster +-2\.3 % \[-3\.1, -1\.2\] +20\.0 .* 1$/, wide)
    assert_match(/^mixed += same +0\.0 % \[-0\.4, 0\.5\] +0\.8 % /, wide)
  end

  def test_a_change_needs_no_smallest_detectable_one
    found = MadeVerdicts.comparison(verdicts: [MadeVerdicts.slower, MadeVerdicts.faster])

    %w[terminal markdown html].each do |format|
      shown, hidden = [MadeVerdicts.comparison, found].map { |one| Cachemark::Report::Comparison.text(one, format) }
      assert_match(/detectable/i, shown, format)
      refute_match(/detectable/i, hidden, format)
    end
  end

  def test_a_change_below_the_margin_says_so
    small = MadeVerdicts.slower(effect: 0.009, interval: [0.005, 0.013])
    rows = [small, small.with(metric: "instructions", unit: "instructions", costs: [1_000, 1_009])]
    shown = text(MadeVerdicts.comparison(verdicts: rows), width: 120)

    assert_match(/^get +wall +▲ slower, under 1\.0 % +\+0\.9 % \[0\.5, 1\.3\]/, shown)
    assert_match(/^get +instructions +▲ slower +\+0\.9 %/, shown)
    assert_includes Cachemark::Report::Comparison.text(MadeVerdicts.comparison(verdicts: [small]), "markdown"),
                    "| **slower, under 1.0 %** |"
    refute_match(/slower, under/, text)
  end

  def test_a_row_says_which_rule_is_the_first
    by = [1, 2].map do |method|
      run = MadeVerdicts::RUN.merge("method" => method)
      Cachemark::Report::Comparison.text(MadeVerdicts.comparison(run: run), "html").tr("\u00a0", " ")
    end

    assert_includes by.first, "slower or faster: the interval excludes 0; else same: the interval lies within ± 1.0 %"
    assert_includes by.last, "same: the interval lies within ± 1.0 %; else slower or faster: the interval excludes 0"
  end

  def test_a_heading_names_the_exact_release
    named = MadeVerdicts.comparison(notations: { "dalli@3.x" => "dalli@3.2.8", "dalli" => "dalli@4.3.10" },
                                    verdicts: [MadeVerdicts.slower(contender: "dalli@3.x", baseline: "dalli")])

    assert_includes text(named).lines(chomp: true), "dalli@3.x (dalli@3.2.8) against dalli (dalli@4.3.10)"
  end

  def test_a_narrow_terminal_keeps_what_matters
    assert_match(/^get +▲ slower +\+4\.1 % \[3\.6, 4\.7\]/, text(width: 80))
    assert_match(/^mixed += same +0\.0 % \[-0\.4, 0\.5\] +0\.8 %/, text(width: 80))
  end

  def test_a_row_without_a_verdict_has_a_reason
    assert_match(/^1  ttl 604800$/, text)
    assert_match(/^2  unresolved: the interval is wider than the margin$/, text)
    assert_match(/^3  invalid: wrong value for key k1$/, text)
    assert_match(/^multiget +! invalid +0 +3$/, text)
  end

  def test_several_metrics_have_a_column
    verdicts = [MadeVerdicts.slower, MadeVerdicts.verdict(label: "get", metric: "allocations", effect: 0.0, interval: [0.0, 0.0],
                                                          costs: [14.0, 14.0], unit: "objects")]

    assert_match(/^get +allocations += same +0\.0 % +14 -> 14 objects/,
                 text(MadeVerdicts.comparison(verdicts: verdicts), width: 120))
  end

  private

  def text(comparison = MadeVerdicts.comparison, **page) = Cachemark::Report::Comparison.text(comparison, "terminal", **page)
end

class ComparisonMarkdownTest < Minitest::Test
  def test_details_are_there_to_unfold
    assert_equal [2, 2], [text.scan("<details><summary>").size, text.scan("</details>").size]
    assert_match(/^- a slowdown under 0\.8 % in mixed could go undetected$/, text)
    assert_match(/^- unknown in multiget: wrong value for key k1$/, text)
    assert_match(/^- memcached 1\.6\.18, placement one-core$/, text)
  end

  private

  def text(comparison = MadeVerdicts.comparison) = Cachemark::Report::Comparison.text(comparison, "markdown")
end

class ComparisonPageTest < Minitest::Test
  HTML = MadePages.comparison

  def test_every_pair_is_drawn_under_its_verdict
    assert_equal 28, HTML[%r{id="spec-pairs">(.*?)</script>}m, 1].scan("\"off\":").size
  end

  def test_a_verdict_is_repeated_from_the_record
    assert_includes HTML.gsub(%r{</?span>}, ""),
                    "cachemark compare --with locked=RECORD dalli@2.7.11 dalli@3.2.8 --scenario client/get"
  end
end

class ComparisonJSONTest < Minitest::Test
  def test_a_second_row_and_pairs_that_do_not_count_follow_it
    comparison = MadeComparison.comparison(scenarios: ["client/get"], pairs: 20, quads: 4, method: 2, blocks: lambda do |block|
      undisturbed = block["wall_ns"] / 20
      block["pair"] == 3 ? { "batches" => [undisturbed] * 2 + [undisturbed * 11 / 10] * 18 } : {}
    end) { |arm| arm.arm == "contender" && !arm.noise && arm.quad == 1 && arm.slot < 2 ? 9_000 : 1_000 }
    document = document(comparison)
    verdicts = document["verdicts"].map { |one| one.values_at("metric", "left_out") }

    assert_equal [2, [["wall", 1], ["mean", 1]]], [document["method"], verdicts]
    assert_match(/\AOver all calls dalli@3.2.8 is .* slower than dalli@2.7.11 in get/, document["summary"].lines.last)
    assert_equal 1, document(MadeVerdicts.comparison)["method"]
  end

  private

  def document(comparison) = JSON.parse(Cachemark::Report::Comparison.text(comparison, "json"))
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
