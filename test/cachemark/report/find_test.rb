# frozen_string_literal: true

require "test_helper"

class FindTerminalTest < Minitest::Test
  def test_a_chart_per_scenario
    steps = MadeSteps.steps
    more = steps.steps.map { |step| step.with(scenario: "client/set", label: "set") }

    assert_equal ["get: wall relative to 3.0.0", "set: wall relative to 3.0.0"],
                 text(steps.with(steps: steps.steps + more)).lines(chomp: true).grep(/relative to 3/)
  end

  def test_prints_each_reason_to_skip_once
    skipped = [MadeSteps.skip, MadeSteps.skip(position: 6, name: "3.0.6")]

    assert_includes text(MadeSteps.steps(skipped: skipped)), "\nSkipped 3.0.4, 3.0.6: cannot be built: no compiler\n"
  end

  private

  def text(steps, **page) = Cachemark::Report::Find.text(steps, "terminal", **page)
end

class FindMarkdownTest < Minitest::Test
  def test_folds_the_skipped_versions_and_the_origin
    assert_match(%r{<summary>Skipped: 1 of 10</summary>\n\n- 3\.0\.4: cannot be built: no compiler\n}, text)
    assert_match(/^- memcached 1\.6\.18, placement one-core$/, text)
  end

  private

  def text = Cachemark::Report::Find.text(MadeSteps.steps, "markdown")
end

class FindPageTest < Minitest::Test
  HTML = Cachemark::Report::Find.text(MadeSteps.steps, "html").tr("\u00a0", " ")

  def test_highlights_the_found_and_the_skipped_versions
    assert_includes HTML, %(<span class="verdict slower">+3.9 % [3.4, 4.4]</span>)
    assert_includes HTML, "<li>3.0.4: cannot be built: no compiler</li>"
  end

  def test_a_version_is_compared_with_the_first_and_a_change_with_the_version_before
    words = HTML.gsub(%r{</?span>}, "")

    assert_includes words, "<code>cachemark compare 3.0.0 3.0.3 --scenario client/get --metric wall</code>"
    assert_match(%r{3\.0\.2 -&gt; 3\.0\.3: get.*?<code>cachemark compare 3\.0\.2 3\.0\.3 --scenario client/get }m, words)
    refute_includes words, "compare 3.0.0 3.0.0"
  end

  def test_the_command_of_the_whole_search_works_in_any_folder
    cells = [{ "type" => "cell", "contender" => "dalli@git:1f", "notation" => "dalli@git:1f,repo=/r,protocol=meta" }]
    argv = %w[find --git a..b --record x.jsonl --with ring=2 dalli,protocol=meta]
    steps = MadeSteps.steps(run: MadeSteps::RUN.merge("argv" => argv, "options" => { "servers" => 2 }))
    html = Cachemark::Report::Find.text(steps, "html", record: Cachemark::Record.from_lines(cells)).gsub(%r{</?span>}, "")

    assert_includes html, "cachemark find dalli,repo=/r,protocol=meta git:a..b --with ring=2<"
    assert_includes html, "cachemark compare 3.0.2 3.0.3 --scenario client/get --metric wall --with ring=2<"
  end

  def test_notes_are_not_among_the_skipped_versions
    assert_match(%r{<h2 id="notes">Notes</h2>\s*<ul class="common">\s*<li>the machine was busy</li>}, HTML)
    refute_includes Cachemark::Report::Find.text(MadeSteps.steps(skipped: []), "html"), ">Skipped<"
  end

  def test_signs_of_the_chart_in_a_terminal_are_not_explained
    refute_includes HTML, "o is the estimate"
  end
end

class FindJSONTest < Minitest::Test
  def test_each_scenario_says_why_it_has_no_answer
    sought = Cachemark::Stats::Steps::Scenario.new(scenario: "client/get", label: "get")
    document = document(MadeSteps.steps(scenarios: [sought, sought.with(undecided: "the time is over")]))

    assert_equal [nil, "the time is over"], document["scenarios"].map { |one| one["undecided"] }
  end

  private

  def document(steps) = JSON.parse(Cachemark::Report::Find.text(steps, "json"))
end

class FindAnswerTest < Minitest::Test
  def test_names_the_version_that_did_it
    assert_equal ["dalli 3.0.3 made get slower: +3.9 % [3.4, 4.4] compared with 3.0.2."], of(MadeSteps.steps)
    assert_match(/made get faster: -2\.0 %/, found(effect: -0.02, interval: [-0.03, -0.01]))
  end

  def test_a_commit_has_its_subject
    assert_match(/\Adalli abc123 \(Use a pool\) made/, found(to: "abc123", subject: "Use a pool"))
  end

  def test_another_metric_is_named
    assert_match(/made get \(cpu\) slower/, found(metric: "cpu"))
  end

  def test_any_of_those_skipped_may_have_done_it
    assert_match(/compared with 3\.0\.2; or one of the 2 between them that could not be measured \(a, b\)\.\z/,
                 found(skipped: %w[a b]))
  end

  def test_nothing_changed_is_an_answer_too
    assert_equal ["No change of more than 1.0 % among 10 versions of dalli in get."], of(MadeSteps.steps(found: []))
  end

  def test_undecided_is_said_and_why
    assert_equal ["Undecided: 12 pairs were too few"], of(MadeSteps.steps(found: [], undecided: "12 pairs were too few"))
  end

  def test_each_of_several_scenarios_has_its_answer
    get, set, mixed = %w[get set mixed].map { |label| sought(label) }
    open = set.with(undecided: "the time is over")
    found = MadeSteps.steps(scenarios: [get, open], undecided: "the time is over")

    assert_equal [of(MadeSteps.steps).first, "Undecided in set: the time is over"], of(found)
    assert_equal ["Undecided in set: the time is over", "No change of more than 1.0 % among 10 versions of dalli in get."],
                 of(found.with(found: []))
    steps = MadeSteps.steps.steps + [MadeSteps.step(9, 0.001, scenario: "client/mixed", label: "mixed")]
    assert_equal [of(MadeSteps.steps).first, "No change of more than 1.0 % among 10 versions of dalli in mixed."],
                 of(MadeSteps.steps(scenarios: [get, mixed], steps: steps))
  end

  private

  def sought(label) = Cachemark::Stats::Steps::Scenario.new(scenario: "client/#{label}", label: label)
  def found(**change) = of(MadeSteps.steps(found: [MadeSteps.change(**change)])).first
  def of(steps) = Cachemark::Report::Find::Answer.new(steps).to_a
end

class FindBracketsTest < Minitest::Test
  def test_says_how_far_a_search_without_an_answer_has_closed_in
    assert_equal ["The change in get, +2.1 %, is between 3.0.5 and 3.0.9."], of(MadeSteps.changed_span)
    assert_match(/in get \(cpu\), /, of(MadeSteps.changed_span(metric: "cpu")).first)
  end

  def test_says_that_there_is_more_and_how_to_find_it
    assert_equal ["There is more in get: 3.0.5 -> 3.0.9 +2.1 %, 3.0.3 -> 3.0.5 -3.0 %; --all searches for every change."],
                 of(MadeSteps.changed_span("apart"), MadeSteps.changed_span("apart", from: "3.0.3", to: "3.0.5", effect: -0.03))
  end

  def test_a_changed_span_has_its_interval
    assert_equal ["There is more in get: 3.0.5 -> 3.0.9 +2.1 % [1.8, 2.4]; --all searches for every change."],
                 of(MadeSteps.changed_span("apart", interval: [0.018, 0.024]))
  end

  def test_a_retest_of_few_pairs_has_no_interval_yet
    assert_equal ["3.0.5 -> 3.0.9 in get, measured again: +2.1 % in 6 pairs, too few for an interval."],
                 of(MadeSteps.changed_span("retest", interval: nil, pairs: 6))
  end

  def test_says_how_far_the_retest_of_a_step_has_come
    retest = MadeSteps.changed_span("retest", interval: [-0.003, 0.04], pairs: 6)

    measured = "3.0.5 -> 3.0.9 in get, measured again: +2.1 %"
    assert_equal ["#{measured} [-0.3, 4.0] in 6 pairs, not certain: the interval contains 0."], of(retest)
    assert_equal ["#{measured} [0.3, 4.0] in 6 pairs."], of(retest.with(interval: [0.003, 0.04]))
  end

  def test_says_what_no_step_did_alone
    assert_equal ["get changed by +2.1 % between 3.0.5 and 3.0.9, but no single step between them was found to cause it " \
                  "(each is within 1.0 %, or did not repeat)."], of(MadeSteps.changed_span("spread"))
  end

  def test_nothing_open_is_nothing_said
    assert_empty of
  end

  # A change that has no name is a change.
  def test_the_answer_has_it_in_place_of_no_change
    scenario = Cachemark::Stats::Steps::Scenario.new(scenario: "client/get", label: "get")
    steps = MadeSteps.steps(found: [], scenarios: [scenario], changed_spans: [MadeSteps.changed_span("spread")])
    open = MadeSteps.steps(found: [], undecided: "the time is over", changed_spans: [MadeSteps.changed_span])

    assert_equal of(MadeSteps.changed_span("spread")), Cachemark::Report::Find::Answer.new(steps).to_a
    assert_equal ["Undecided: the time is over", *of(MadeSteps.changed_span)], Cachemark::Report::Find::Answer.new(open).to_a
  end

  private

  # The answer about changed spans alone.
  def of(*spans)
    Cachemark::Report::Find::Answer.new(MadeSteps.steps(found: [], changed_spans: spans)).to_a.grep_v(/\ANo change/)
  end
end
