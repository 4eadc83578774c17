# frozen_string_literal: true

require "test_helper"

class GateTerminalTest < Minitest::Test
  def test_the_decision_comes_first_then_why
    first, blank, *why = text.lines(chomp: true).first(9)

    assert_equal ["Gate: regression: get costs more, and again with fresh processes", ""], [first, blank]
    assert_includes why, "  a slowdown under 0.8 % in mixed could go undetected"
  end

  def test_each_verdict_says_what_it_means_to_the_decision
    assert_match(/^get +regression +▲ slower +\+4\.1 % \[3\.6, 4\.7\]/, text)
    assert_match(/^set +passed +▼ faster/, text)
    assert_match(/^multiget +invalid +! invalid +3$/, text)
  end

  def test_the_decision_has_its_colour
    assert_match(/\A\e\[31mGate: regression/, text(color: true))
    assert_match(/\A\e\[32mGate/, text(MadeVerdicts.decision(code: 0), color: true))
    assert_match(/\A\e\[33mGate/, text(MadeVerdicts.decision(code: 4), color: true))
    refute_match(/\e/, text)
  end

  private

  def text(decision = MadeVerdicts.decision, **page) = Cachemark::Report::Gate.text(decision, "terminal", **page)
end

class GateMarkdownTest < Minitest::Test
  def test_the_decision_is_the_title
    { 0 => "no regression", 1 => "regression", 4 => "undecided" }.each do |code, title|
      assert_match(/\A## Cachemark gate: #{title}\n\n\*\*Gate: regression: get costs more/,
                   text(MadeVerdicts.decision(code: code)))
    end
  end

  def test_many_sentences_unfold
    many = MadeVerdicts.comparison(verdicts: (1..9).map { |at| MadeVerdicts.same(label: "s#{at}") })
    text = text(MadeVerdicts.decision(code: 0, results: %w[passed] * 9, comparison: many))

    assert_match(%r{<summary>Why, and what could have passed undetected</summary>\n\n- a slowdown under 0\.8 % in s1 }, text)
  end

  private

  def text(decision = MadeVerdicts.decision) = Cachemark::Report::Gate.text(decision, "markdown")
end

class GatePageTest < Minitest::Test
  HTML = Cachemark::Report::Gate.text(MadeVerdicts.decision, "html").tr("\u00a0", " ")

  def test_a_verdict_is_repeated_by_its_exact_names
    assert_includes HTML.gsub(%r{</?span>}, ""),
                    "cachemark compare dalli@2.7.11,protocol=binary dalli@3.2.8 --scenario client/get --metric wall"
  end
end

class GateInvalidTest < Minitest::Test
  def test_it_is_called_invalid_in_title_headline_and_data_except_by_cachemark_1_0
    invalid = MadeVerdicts.invalid
    words = [1, 2].map do |method|
      comparison = MadeVerdicts.comparison(run: MadeVerdicts::RUN.merge("method" => method), verdicts: [invalid])
      decision = MadeVerdicts.decision(code: 3, results: %w[invalid], comparison: comparison)
      markdown, json = %w[markdown json].map { |format| Cachemark::Report::Gate.text(decision, format) }
      [markdown[/\A## Cachemark gate: (\w+)$/, 1], markdown[/^\*\*Gate: (\w+): /, 1], JSON.parse(json)["decision"]]
    end

    assert_equal [%w[undecided] * 3, %w[invalid] * 3], words
  end
end

class GateCountsTest < Minitest::Test
  # Instructions have separate processes, the proxy counts in none, and times have pairs.
  def test_a_count_has_processes_and_no_pairs
    verdicts = [["wall", 24], ["instructions", 6], ["bytes", 0]].map do |metric, pairs|
      MadeVerdicts.slower(metric: metric, pairs: pairs)
    end
    mixed, exact = [verdicts, verdicts.drop(1)].map do |all|
      decision = MadeVerdicts.decision(results: %w[regression] * all.size, comparison: MadeVerdicts.comparison(verdicts: all))
      head, _, *rows = Cachemark::Report::Gate.text(decision, "markdown").lines.grep(/\A\|/).map { |row| row.split("|").map(&:strip) }
      rows.map { |row| head.zip(row).to_h.slice("pairs", "processes").values }
    end

    assert_equal [[["24", ""], ["", "6"], ["", ""]], [["6"], [""]]], [mixed, exact]
  end
end

class GatePassedTest < Minitest::Test
  def test_a_slowdown_that_passes_says_why_in_its_row
    slower = MadeVerdicts.slower(effect: 0.006, interval: [0.002, 0.009])
    same = slower.with(scenario: "client/set", label: "set", interval: [0.002, 0.02], identical: true)
    decision = MadeVerdicts.decision(code: 0, results: %w[passed passed],
                                     comparison: MadeVerdicts.comparison(verdicts: [slower, same]))
    text = Cachemark::Report::Gate.text(decision, "terminal")

    assert_match(/^get +passed, under 1\.0 % +▲ slower, under 1\.0 % +\+0\.6 % \[0\.2, 0\.9\]/, text)
    assert_match(/^set +passed, same code +▲ slower/, text)
  end
end

class GateExplainedTest < Minitest::Test
  def test_a_regression_has_the_first_lines_of_its_explanation_in_each_format
    %w[terminal markdown html github junit].each do |format|
      text = Cachemark::Report::Gate.text(explained(MadeExplanation.whole), format).tr("\u00a0", " ").gsub(/\s+/, " ")
      assert_includes text, "A#get (lib/a.rb:1)", format
    end
  end

  def test_a_look_that_showed_nothing_says_why
    text = Cachemark::Report::Gate.text(explained(MadeExplanation.of(more: [MadeExplanation.unexplained("calls")])), "markdown")

    assert_match(/^- calls: not counted: there is no valgrind here\. Try: install the Debian package valgrind\.$/, text)
  end

  # Of set only the time is missing; of get also strace.
  def test_a_cause_that_several_explanations_share_is_said_once
    looks = ->(names, reason) { names.map { |name| MadeExplanation.unexplained(name).merge("message" => reason, "try" => nil) } }
    late = looks.call(%w[calls allocations], "no time was left")
    get, set = [[*late, *looks.call(%w[traffic], "no strace")], late].map { |more| MadeExplanation.of(more: more) }
    lines = Cachemark::Report::Explanation.first_lines(get, set.with(label: "set"))

    assert_equal ["calls and allocations: not counted: no time was left.", "traffic of get: not counted: no strace."], lines
    assert_equal 1, Cachemark::Report::Explanation.first_lines(set, set.with(label: "set")).size
  end

  def test_a_message_has_the_explanation_of_its_own_cell_only
    regression, *others = Cachemark::Report::Gate.cases(explained(MadeExplanation.whole)).map(&:message)

    assert_equal Cachemark::Report::Explanation.first_lines(MadeExplanation.whole), regression.lines(chomp: true).drop(1)
    assert_empty others.grep(/calls per get/)
  end

  private

  def explained(explanation)
    MadeVerdicts.decision(explanations: { MadeVerdicts.comparison.verdicts.first.comparison => explanation })
  end
end

class GateInterruptedTest < Minitest::Test
  def test_an_interruption_comes_first
    comparison = MadeComparison.of(command: "gate", ending: { "outcome" => "interrupted" })
    lines = Cachemark::Report::Gate.headline(Cachemark::Stats::Gate.of(comparison), comparison)

    assert_equal "Interrupted: these are the results so far.", lines.first
    assert_match(/\AGate: /, lines.last)
  end
end

class GateJSONTest < Minitest::Test
  def test_says_the_decision_and_what_became_of_each_verdict
    document = document(MadeVerdicts.decision)

    assert_equal [1, "regression", Cachemark::Report::Gate::Answer.of(MadeVerdicts.decision)],
                 document.values_at("code", "decision", "sentences")
    assert_equal %w[passed undecided], [0, 4].map { |code| document(MadeVerdicts.decision(code: code))["decision"] }
    assert_equal [0.0, 0.01], [0.0, nil].map { |given| document(MadeVerdicts.decision(threshold: given))["threshold"] }
    assert_equal MadeVerdicts::RESULTS, document["verdicts"].map { |verdict| verdict["result"] }
  end

  def test_has_everything_that_explains_a_regression
    made = MadeExplanation.whole
    document = document(MadeVerdicts.decision(explanations: { "v1" => made }))

    assert_equal [%w[dalli@3.0.4 dalli@3.0.5 client/get]],
                 document["explanations"].map { |one| one.values_at("baseline", "contender", "scenario") }
    assert_equal made.looks.map(&:name), document.dig("explanations", 0, "sections").map { |section| section["name"] }
  end

  def test_says_what_the_second_set_said
    again = MadeVerdicts.slower(pairs: 12, effect: 0.03, interval: [0.02, 0.04])
    document = document(MadeVerdicts.decision(repeats: [again]))

    assert_equal [["dalli@3.2.8", "client/get", [0.02, 0.04], 12]],
                 document["repeats"].map { |one| one.values_at("contender", "scenario", "interval", "pairs") }
    assert_equal [], document(MadeVerdicts.decision(results: %w[passed] * 5))["repeats"]
  end

  private

  def document(decision) = JSON.parse(Cachemark::Report::Gate.text(decision, "json"))
end

class GateGithubTest < Minitest::Test
  def test_a_regression_that_an_own_line_explains_is_shown_there
    own = Cachemark::Stats::Explanation::OwnFiles.new(main: "/me/a,b/lib/a.rb")
    verdicts = [MadeVerdicts.slower, MadeVerdicts.slower(metric: "allocations", verdict: "unresolved")]
    decision = MadeVerdicts.decision(results: %w[regression undecided], comparison: MadeVerdicts.comparison(verdicts: verdicts),
                               explanations: { verdicts.first.comparison => MadeExplanation.whole.with(own: own) })

    assert_match(%r{^::error file=/me/a%2Cb/lib/a\.rb,line=1,title=regression%3A dalli@3\.2\.8 get \(wall\)::}, text(decision))
    assert_match(/^::warning title=undecided/, text(decision))
  end

  def test_nothing_can_end_a_message_or_begin_a_command
    verdict = MadeVerdicts.invalid(label: "a,b::c", reason: "50 %\r\n::set-env name=x::y")
    comparison = MadeVerdicts.comparison(verdicts: [verdict])
    lines = text(MadeVerdicts.decision(results: ["invalid"], comparison: comparison)).lines

    assert_equal 2, lines.size
    assert_equal "::error title=invalid%3A dalli@3.2.8 a%2Cb%3A%3Ac (wall)::" \
                 "invalid: 50 %25%0D%0A::set-env name=x::y\n", lines.last
  end

  private

  def text(decision = MadeVerdicts.decision) = Cachemark::Report::Gate.text(decision, "github")
end

class GateCaseTest < Minitest::Test
  def test_an_exact_regression_has_no_second_set_and_does_not_mention_one
    slower = MadeVerdicts.slower(metric: "allocations", unit: "objects")
    decision = MadeVerdicts.decision(results: %w[regression], comparison: MadeVerdicts.comparison(verdicts: [slower]))

    assert_match(/\Acosts more: \+/, Cachemark::Report::Gate.cases(decision).first.message)
    %w[github junit].each { |format| refute_includes Cachemark::Report::Gate.text(decision, format), "again with fresh" }
  end

  def test_a_message_says_what_was_measured_and_why_that_is_not_enough
    messages = Cachemark::Report::Gate.cases(MadeVerdicts.decision).map(&:message)

    assert_match(/\Aslower, and again with fresh processes: \+4\.1 % \[3\.6, 4\.7\] \(17\.2/, messages[0])
    assert_match(/\A-2\.3 % .* against dalli@2\.7\.11\z/, messages[1])
    assert_match(/\Aundecided: .*; the interval is wider than the margin\z/, messages[3])
    assert_equal "invalid: wrong value for key k1", messages[4]
  end

  def test_without_figures_the_message_is_the_reason_alone
    verdict = MadeVerdicts.verdict(verdict: "unresolved", reason: "3 of the 12 pairs that are needed")
    decision = MadeVerdicts.decision(code: 3, results: ["undecided"], comparison: MadeVerdicts.comparison(verdicts: [verdict]))

    assert_equal ["undecided: 3 of the 12 pairs that are needed"],
                 Cachemark::Report::Gate.cases(decision).map(&:message)
  end
end
