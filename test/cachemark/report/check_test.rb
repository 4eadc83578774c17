# frozen_string_literal: true

require "test_helper"
require "rexml/document"

module Cachemark
  class Report::CheckTest < Minitest::Test
    def test_a_case_is_repeated_by_one_command
      check = MadeCheck.of({ "dalli@2.7.11" => { "interrupt/kill-in-get" => "CORRUPT" } })

      assert_equal "cachemark check dalli@2.7.11 --case interrupt/kill-in-get --with seed=7",
                   Report::Check.replay(check, check.cases.first)
    end

    def test_on_the_same_runtime_and_server
      run = { "argv" => %w[check dalli --with ruby=3.3 --with jit=yjit --with memcached=1.6],
              "options" => { "memcached" => "1.6.45" } }
      check = MadeCheck.of({ "dalli" => { "interrupt/kill-in-get" => "CORRUPT" } }, run: run)

      assert_equal "cachemark check dalli --with ruby=3.3,jit=yjit --with memcached=1.6.45 --case interrupt/kill-in-get " \
                   "--with seed=7",
                   Report::Check.replay(check, check.cases.first)
    end
  end

  class Report::Check::TerminalTest < Minitest::Test
    BAD = { "dalli" => { "interrupt/kill-in-get" => "CORRUPT", "interrupt/kill-in-set" => "PASS" } }.freeze

    def test_the_answer_comes_first_and_what_is_not_passed_can_be_repeated
      text = text(MadeCheck.of(BAD))

      assert_equal "dalli: 1 CORRUPT of 2 cases.", text.lines.first.chomp
      assert_match(/^interrupt +1 CORRUPT\n +1 PASS$/, text)
      assert_match(/^CORRUPT dalli interrupt\/kill-in-get \(3 of 10\): get of k2 returned another\n    key's value$/, text)
      assert_match(/^    cachemark check dalli --case interrupt\/kill-in-get --with seed=7$/, text)
    end

    def test_reports_equal_findings_once_with_one_command
      text = text(MadeCheck.of({ "dalli" => %w[get set].to_h { |call| ["interrupt/kill-in-#{call}", "CORRUPT"] } }))

      assert_equal 1, text.scan(/^CORRUPT/).size
      assert_match(/^CORRUPT dalli interrupt\/kill-in-\{get,set\} \(3 of 10 each\): get of k2/, text)
      assert_match(/^    cachemark check dalli --case 'interrupt\/kill-in-\{get,set\}' --with seed=7$/, text)
    end

    def test_reports_repeated_trials_of_each_finding_and_once_in_total
      discarded = { "FAIL" => 5, "HANG" => 1 }
      bad = %w[get set].map { |call| MadeCheck.line("dalli", "interrupt/kill-in-#{call}", "FAIL", discarded: discarded) }
      passed = MadeCheck.line("dalli", "key/a", "PASS", discarded: { "HANG" => 1, "FAIL" => 2 })
      text = text(MadeCheck.of({}, lines: [*bad, passed])).gsub(/\s+/, " ")

      assert_includes text, "another key's value; repeated: 2 trials with the outcome HANG that repeats did not confirm " \
                            "cachemark check dalli"
      assert_includes text, "Note: repeated: 5 trials of 3 cases with the outcome HANG or FAIL that repeats did not confirm"
    end

    def test_the_worst_of_all_comes_first
      text = text(MadeCheck.of({ "dalli" => { "interrupt/kill-in-get" => "FAIL" },
                                 "socket" => { "interrupt/kill-in-get" => "HANG" } }))

      assert_equal ["HANG socket", "FAIL dalli"], text.scan(/^(?:HANG|FAIL) \S+/)
    end

    def test_harmless_findings_have_a_line_for_each_fault_within_the_width
      outcomes = { "interrupt/kill-in-get" => "INFO", "interrupt/kill-in-set" => "INFO", "reply/a-in-get" => "NON-STRICT",
                   "reply/b-in-get" => "INFO" }
      long = MadeCheck.line("dalli", "reply/c-in-get", "INFO", reason: "it #{"talks " * 40}\nand draws")
      text = text(MadeCheck.of({ "dalli" => outcomes }, lines: [long]))

      assert_match(<<~'TEXT'.then { |wanted| /^#{Regexp.escape(wanted)}/ }, text)
        NON-STRICT dalli
            reply/a  get of k2 returned another key's value
            cachemark check dalli --case reply/a-in-get --with seed=7
        INFO dalli
            interrupt/kill  2 cases: get of k2 returned another key's value
            reply/b         get of k2 returned another key's value
      TEXT
      assert_equal [80, "…"], text[/^    reply\/c .*/].then { |line| [line.size, line[-1]] }
      refute_includes text, "draws"
    end

    def test_names_the_contenders_that_passed
      assert_match(/\Adalli: nothing bad in 1 case\.$/, text(MadeCheck.of))
    end

    def test_the_answer_counts_the_non_strict_cases_of_a_contender_that_passed
      passed = { "a/b" => "PASS", "a/c" => "PASS" }
      check = { "dalli" => passed, "pymemcache" => { "a/b" => "NON-STRICT", "a/c" => "INFO" }, "socket" => passed }

      assert_match(/\Adalli, socket: nothing bad in 2 cases\.\npymemcache: nothing bad in 2 cases; 1 NON-STRICT\.$/,
                   text(MadeCheck.of(check)))
    end

    def test_names_the_exact_release_of_each_contender
      lines = { "dalli@4.x" => "dalli@4.3.10", "dalli@3.2.8" => "dalli@3.2.8", "socket" => "socket" }.map do |id, notation|
        MadeCheck.line(id, "a/b", "PASS", notation: notation)
      end

      assert_match(/^Note: checked: dalli@4.x \(dalli@4.3.10\)$/, text(MadeCheck.of({}, lines: lines)))
      refute_match(/checked:/, text(MadeCheck.of))
    end

    def test_a_contender_without_a_case_has_not_passed
      outcomes = { "interrupt/kill-in-get" => "UNSUPPORTED", "interrupt/kill-in-set" => "PASS" }

      assert_match(/\Adalli: nothing bad in 1 case\.$/, text(MadeCheck.of({ "dalli" => outcomes })))
      assert_match(/\Adalli: no case was run\.$/, text(MadeCheck.of({ "dalli" => outcomes.first(1).to_h })))
    end

    def test_an_unfinished_check_says_so_first_and_clears_no_client
      found = BAD.merge("socket" => { "interrupt/kill-in-get" => "PASS" })
      partial = "These results are partial: a wrong value is proof, but a client without a bad\noutcome so far is not cleared."
      { "interrupted" => "was interrupted", "stopped early" => "was stopped early", nil => "did not finish" }
        .each do |ended, words|
        text = text(MadeCheck.of(found, ended: ended, controls: [], run: { "options" => { "planned" => 12 } }))

        assert_equal "The check #{words}: 3 of 12 cases were examined.\n#{partial}\n" \
                     "dalli: 1 CORRUPT of 2 cases so far.\nsocket: 1 case so far, none of them bad yet.", text.split("\n\n").first
        refute_includes text, "WRONG"
      end
    end

    def test_a_check_that_ended_at_a_failure_says_what_was_not_examined
      text = text(MadeCheck.failed_fast)

      assert_match(/\AThe check ended at its first failure: 1 of 3 cases were examined\.$/, text)
      assert_match(/^Note: dalli: not examined any more: 2 cases \(1 of interrupt, 1 of key\)$/, text)
      refute_includes text, "failed fast"
    end

    def test_says_how_many_outcomes_fail
      run = { "options" => { "fail_on" => %w[FAIL HANG] } }

      assert_match(/\A--fail-on FAIL,HANG: 0 of 1 bad outcome fail the check\.$/, text(MadeCheck.of(BAD, run: run)))
    end

    def test_a_failed_reference_is_reported_next
      text = text(MadeCheck.of(BAD, ended: "interrupted", controls: [["socket (control)", "socket", "FAIL"]]))

      assert_match(/\AThe check was interrupted: 2 cases were examined\.\nThese.*\n.*\nNo result is reliable/, text)
    end

    # The note about a check that stopped early has its reason.
    def test_an_interrupted_check_without_an_outcome_says_what_takes_long
      interrupted, stopped = ["interrupted", "stopped early"].map do |ended|
        text(MadeCheck.of({}, ended: ended, controls: [], run: { "options" => { "planned" => 1 } })).split("\n\n").first
      end

      assert_match(/\AThe check was interrupted: 0 of 1 case was examined\.\nEnvironments .* let it end\.\z/m, interrupted)
      assert_equal "The check was stopped early: 0 of 1 case was examined.", stopped
    end

    def test_names_contenders_that_were_not_examined_to_the_end
      failure = { "type" => "failure", "contender" => "dalli", "reason" => "the driver died" }

      assert_match(/\Adalli: nothing bad in 1 case\.\nNot examined to the end: dalli\.$/, text(MadeCheck.of(lines: [failure])))
    end

    def test_prints_each_note_on_its_own_line
      text = text(MadeCheck.of({ "dalli" => BAD["dalli"].transform_values { "UNSUPPORTED" } }))

      assert_match(/^Note: dalli: 2 cases: get of k2/, text)
      refute_match(/^UNSUPPORTED dalli/, text)
    end

    def test_names_the_cases_whose_fault_cannot_strike_after_those_that_are_not_supported
      harmless = { because: "out of reach", reason: "it is C" }
      found = { "key/a" => harmless, "key/b" => harmless, "key/c" => { reason: "no add" } }
      lines = %w[memcached pylibmc].flat_map do |contender|
        found.map { |id, facts| MadeCheck.line(contender, id, "UNSUPPORTED", **facts) }
      end

      assert_equal ["Note: memcached, pylibmc: 1 case each: no add",
                    "Note: memcached, pylibmc: 2 cases each, out of reach: it is C"],
                   text(MadeCheck.of({}, lines: lines)).lines(chomp: true).grep(/^Note: memcached/)
    end

    def test_a_misjudged_control_outranks_everything
      text = text(MadeCheck.of(BAD, controls: [["socket (control)", "socket", "FAIL"]]))

      assert_match(/\ANo result is reliable/, text)
      assert_match(/^WRONG socket \(control\) must pass in interrupt\/kill, and was FAIL\.$/, text)
    end

    def test_releases_of_one_outcome_are_collapsed_and_the_change_is_said
      text = text(Said::Check.of(MadeCheck.ranged))

      assert_match(/\Adalli@1\.0\.\.1\.4, 4 releases, 1 case: outcomes changed in 1\.2\.$/, text)
      assert_match(/^interrupt\/kill-in-get  CORRUPT 1\.0\.\.1\.1, PASS 1\.2\.\.1\.4$/, text)
      assert_match(/^  dalli 1\.2 fixed interrupt\/kill-in-get: CORRUPT in 1\.1, PASS in 1\.2$/, text)
      assert_match(/^CORRUPT dalli@1\.0 interrupt.*\n.*\n    cachemark check dalli@1\.0 --case interrupt\/kill-in-get /, text)
      refute_includes text, "dalli@1.1 "
      assert_match(/^Note: dalli@1\.0\.\.1\.4: omitted, because it cannot be built here: 1\.3 \(its Ruby is$/, text)
    end

    def test_counts_the_examined_releases_if_some_were_not_examined_so_that_a_change_is_not_narrowed_down
      cut = MadeCheck.ranged.lines.reject { |line| line["type"] == "case" && line["contender"] == "dalli@1.1" }

      assert_match(/\Adalli@1\.0\.\.1\.4, 3 of 4 releases examined, 1 case: outcomes/, text(Said::Check.of(Record.from_lines(cut))))
      assert_match(/^  between 1\.0 and 1\.2 dalli fixed interrupt\/kill-in-get/, text(Said::Check.of(Record.from_lines(cut))))
      ended = cut.reject { |line| line["type"] == "end" }
      assert_match(/^dalli@1\.0.*changed in 1\.0\.\.1\.2\s+so far\.$/, text(Said::Check.of(Record.from_lines(ended))))
    end

    def test_a_change_that_did_not_show_again_says_so
      assert_match(/not the\s+same each time/, text(Said::Check.of(MadeCheck.ranged(retested: %w[CORRUPT FAIL]))))
      assert_match(/not\s+tested\s+again/, text(Said::Check.of(MadeCheck.ranged(retested: []))))
    end

    def test_a_baseline_says_what_is_new_better_and_stale
      known = { "interrupt/kill-in-get" => "CORRUPT", "interrupt/kill-in-set" => "HANG" }
      text = text(MadeCheck.of(BAD, run: MadeCheck.knowing(known, stale: [%w[dalli interrupt/gone]])))

      assert_match(/\ANothing is new compared with k\.json\.$/, text)
      assert_match(/^CORRUPT dalli .*\n?.*; known before$/, text)
      assert_match(/^Better: dalli interrupt\/kill-in-set is PASS, and was HANG$/, text)
      assert_match(/^Stale: k\.json has dalli interrupt\/gone, a case that no longer exists/, text)
    end

    def test_new_and_worse_findings_come_first_and_are_counted
      outcomes = { "interrupt/kill-in-get" => "HANG", "interrupt/kill-in-set" => "CORRUPT", "key/a" => "FAIL" }
      known = { "interrupt/kill-in-get" => "FAIL", "interrupt/kill-in-set" => "CORRUPT" }
      text = text(MadeCheck.of({ "dalli" => outcomes }, run: MadeCheck.knowing(known)))

      assert_match(/\A1 case is new compared with k\.json, and 1 case is worse\.$/, text)
      assert_equal %w[HANG FAIL CORRUPT], text.scan(/^(HANG|FAIL|CORRUPT) dalli/).flatten
      assert_equal ["; was FAIL", "; known before"], text.scan(/; (?:was|known) \w+/)
    end

    def test_worse_alone_is_nothing_new
      run = MadeCheck.knowing({ "interrupt/kill-in-get" => "FAIL" })

      assert_match(/\ANothing is new compared with k\.json, but 1 case is worse\.$/, text(MadeCheck.of(BAD, run: run)))
      assert_match(/^Nothing is new compared with k\.json so far, but 1 case is worse\.$/,
                   text(MadeCheck.of(BAD, run: run, ended: "interrupted")))
    end

    def test_unsafe_places_are_named_each_once
      unsafe = (1..7).flat_map do |line|
        point = { "at" => "/somewhere/gems/client-1.0/client.rb:#{line}", "outcome" => "CORRUPT", "reason" => "r" }
        %w[StandardError Exception].map { |error| { **point, "error" => error } }
      end
      swept = MadeCheck.line("dalli", "interrupt/sweep-get", "CORRUPT", points: 40, unsafe: unsafe)
      text = text(MadeCheck.of({}, lines: [swept]))

      assert_match(/^    client-1\.0\/client\.rb:1 \(CORRUPT by StandardError, CORRUPT by Exception\)$/, text)
      assert_match(/^    and 2 more places$/, text)
    end

    private

    def text(check) = Report::Check.text(check, "terminal")
  end

  class Report::Check::MarkdownTest < Minitest::Test
    def test_has_the_answer_the_matrix_and_the_replay
      text = markdown(MadeCheck.of({ "dalli" => { "interrupt/kill-in-get" => "CORRUPT" },
                                     "b|c" => { "interrupt/kill-in-get" => "PASS" } }))

      assert_includes text, "**dalli: 1 CORRUPT of 1 case.**"
      assert_includes text, "| | dalli | b\\|c |\n| --- | --- | --- |\n| interrupt | 1 CORRUPT | 1 PASS |"
      assert_includes text, "  `cachemark check dalli --case interrupt/kill-in-get --with seed=7`"
    end

    def test_says_what_came_out_alike_once_and_folds_what_harms_nobody
      text = markdown(MadeCheck.of({ "dalli" => { "interrupt/kill-in-get" => "HANG", "interrupt/kill-in-set" => "HANG",
                                                  "reply/a" => "INFO" } }))

      assert_match(/^- HANG dalli interrupt\/kill-in-{get,set} \(3 of 10 each\): .*\n  `cachemark check dalli --case '/, text)
      assert_includes text, "\n<details><summary>INFO dalli</summary>\n\n- INFO dalli\n  - reply/a: get of k2 "
      assert_match(/^  - reply\/a: .*\n  `cachemark check dalli /, text)
    end

    private

    def markdown(check) = Report::Check.text(check, "markdown")
  end

  class Report::Check::HTMLTest < Minitest::Test
    include ABrowser

    def test_a_cell_leads_to_its_evidence
      page = visit("check.html", html)

      assert_empty complaints(page)
      assert_equal "CORRUPT", page.evaluate("document.querySelector('#cases a.corrupt').textContent")
      page.evaluate("document.querySelector('#cases a.corrupt').click()")
      assert(page.evaluate("document.querySelector(location.hash).closest('details').open"))
      text = page.evaluate("document.querySelector(location.hash).textContent")
      ["get of k2 returned another key's value", "cachemark check dalli --case interrupt/kill-in-get --with seed=7",
       "Expected: a value is its key's", "get k2: \"k1's <b>\"", "67 65 74 20 6b 31"].each { |part| assert_includes text, part }
    end

    def test_a_cell_shows_repeated_trials_and_omitted_lines
      calls = MadeCheck.evidence[:history]
      page = html(history: calls * 30, discarded: { "HANG" => 1 })

      assert_includes page, "<b>Repeated:</b> 1 trial with the outcome HANG</p>"
      assert_includes page, "100 lines omitted here: the record has them</td></tr>"
      refute_match(/Repeated|omitted here/, html)
      assert_empty violations(visit("check-discarded.html", page))
    end

    def test_a_cell_says_why_comparisons_treat_it_differently
      harmless = MadeCheck.line("dalli", "interrupt/kill-in-get", "UNSUPPORTED", because: "out of reach")

      assert_includes html(lines: [harmless.merge("contender" => "pylibmc")]),
                      "UNSUPPORTED</span> pylibmc, interrupt/kill-in-get (3 of 10): out of reach</summary>"
      refute_includes html, ": out of reach"
    end

    # A reader who follows the link to a cell first sees its contender.
    def test_the_heading_of_a_cell_that_was_followed_is_seen
      page = visit("check.html", html, width: 375)
      page.evaluate("document.documentElement.style.scrollBehavior = 'auto'")
      page.evaluate("document.querySelector('#cases a.corrupt').click()")

      cell = "document.querySelector(location.hash).closest('details')"
      assert_operator page.evaluate("#{cell}.getBoundingClientRect().top"), :>=, 0
    end

    def test_bad_findings_come_first_and_link_to_their_evidence
      page = html

      first = %r{Bad outcomes</h2>\s*<ul>\s*<li><a class="outcome corrupt" href="#cell-\d"[^>]*>CORRUPT</a> dalli interrupt/kill}
      assert_match(first, page)
      assert_operator page.index("Bad outcomes</h2>"), :<, page.index("Cases</h2>")
    end

    def test_a_worker_has_a_column_where_there_are_several
      lanes = MadeCheck.evidence[:history].map { |call| call.merge("lane" => 3) }

      refute_includes html, ">worker<"
      assert_includes html(history: lanes), ">worker<"
    end

    def test_the_page_is_accessible_and_does_not_scroll_sideways
      [[1440, "light"], [375, "dark"]].each do |width, scheme|
        page = visit("check-#{width}.html", html, width: width, scheme: scheme)
        page.evaluate("document.querySelectorAll('details').forEach(function (one) { one.open = true; })")

        assert_empty violations(page)
        refute sideways?(page)
      end
    end

    # The verdict on the last client, and the last column of what went over the wire.
    def test_a_telephone_shows_each_cell_of_the_matrix_and_of_the_traces
      octets = [[3_000_000, 1, "client", ["x" * 150].pack("m0")]]
      others = %w[memcache-client memcached pymemcache].map do |name|
        MadeCheck.line(name, "interrupt/kill-in-get", "CORRUPT", **MadeCheck.evidence, octets: octets)
      end
      page = visit("check-phone.html", html(lines: others), width: 375)
      page.evaluate("document.querySelectorAll('details').forEach(function (one) { one.open = true; })")

      hidden = page.evaluate(<<~JAVASCRIPT)
        Array.from(document.querySelectorAll("#cases tbody td, .trace tbody td")).filter((cell) => {
          const box = cell.closest(".scroll").getBoundingClientRect(), own = cell.getBoundingClientRect();
          return own.width > 0 && (own.left < box.left || own.right > box.right);
        }).map((cell) => cell.innerText)
      JAVASCRIPT
      assert_empty hidden
      assert_includes page.evaluate("getComputedStyle(document.querySelector('#cases td:last-child'), '::before').content"),
                      "pymemcache"
    end

    def test_has_the_fault_the_releases_and_the_baseline
      page = html(run: MadeCheck.knowing({ "interrupt/kill-in-set" => "HANG" }))

      ["a worker is killed", "a value is its key&#39;s", "Better: dalli interrupt/kill-in-set"].each do |part|
        assert_includes page, part
      end
      ranged = Report::Check.text(Said::Check.of(MadeCheck.ranged), "html")
      assert_match(%r{>CORRUPT</a> 1\.0\.\.1\.1, <a class="outcome pass" href="#cell-\d".*>PASS</a> 1\.2\.\.1\.4}, ranged)
    end

    def test_an_interrupted_check_says_so_first
      assert_equal "The check did not finish: 6 cases were examined.", html(ended: nil)[/class="lead">([^<]*)/, 1]
      refute_includes html(ended: nil, controls: []), "no control was tried"
    end

    private

    def html(history: MadeCheck.evidence[:history], discarded: {}, lines: [], **more)
      corrupt = MadeCheck.line("dalli", "interrupt/kill-in-get", "CORRUPT", **MadeCheck.evidence, history: history,
                                                                                                  discarded: discarded)
      rest = { "dalli" => { "interrupt/kill-in-set" => "PASS", "key/a" => "NON-STRICT", "key/b" => "UNSUPPORTED",
                            "key/c" => "INFO" },
               "socket" => { "interrupt/kill-in-get" => "PASS" } }
      Report::Check.text(MadeCheck.of(rest, lines: [corrupt, *lines], **more), "html")
    end
  end

  class Report::Check::JSONTest < Minitest::Test
    BASELINE = MadeCheck.knowing({ "interrupt/kill-in-get" => "CORRUPT" }, stale: [%w[dalli gone]]).freeze

    def test_a_case_has_its_repeated_trials_and_why_comparisons_treat_it_differently
      line = MadeCheck.line("dalli", "interrupt/kill-in-set", "PASS", discarded: { "FAIL" => 2 }, because: "warned")
      usual, other = document(MadeCheck.of(lines: [line]))["cases"]

      assert_empty usual.keys & %w[discarded because]
      assert_equal [{ "FAIL" => 2 }, "warned"], other.values_at("discarded", "because")
    end

    def test_lists_better_and_stale_cases_of_a_baseline
      baseline = document(MadeCheck.of(run: BASELINE))["baseline"]

      assert_equal [[], [%w[PASS CORRUPT]], [{ "contender" => "dalli", "case" => "gone" }]],
                   [baseline["new"], baseline["better"].map { |one| one.values_at("outcome", "was") }, baseline["stale"]]
    end

    def test_lists_cases_that_are_worse_than_the_baseline_separately
      run = MadeCheck.knowing({ "interrupt/kill-in-get" => "FAIL" })
      document = document(MadeCheck.of({ "dalli" => { "interrupt/kill-in-get" => "HANG" } }, run: run))

      new, worse = document["baseline"].values_at("new", "worse")
      assert_equal [[], [%w[HANG FAIL]]], [new, worse.map { |one| one.values_at("outcome", "was") }]
    end

    private

    def document(check) = ::JSON.parse(Report::Check.text(check, "json"))
  end

  class Report::Check::JUnitTest < Minitest::Test
    FOUND = { "dalli" => { "interrupt/kill-in-get" => "CORRUPT", "interrupt/kill-in-set" => "FAIL", "key/a" => "UNSUPPORTED",
                           "key/b" => "PASS" } }.freeze

    def test_skips_findings_that_the_baseline_has
      suite = suites(MadeCheck.of(FOUND, run: MadeCheck.knowing({ "interrupt/kill-in-set" => "FAIL" }))).first

      assert_equal %w[1 2], %w[failures skipped].map { |name| suite.attributes[name] }
      assert_match(/; known before\z/, suite.elements["testcase[2]/skipped"].attributes["message"])
    end

    def test_fails_findings_that_are_worse_than_the_baseline
      suite = suites(MadeCheck.of(FOUND, run: MadeCheck.knowing({ "interrupt/kill-in-get" => "HANG" }))).first

      assert_equal "2", suite.attributes["failures"]
      assert_match(/\ACORRUPT: .*; was HANG\z/, suite.elements["testcase/failure"].attributes["message"])
    end

    def test_a_misjudged_control_is_an_error
      suites = suites(MadeCheck.of(FOUND, controls: [["socket (control)", "socket", "FAIL"]]))

      assert_match(/must pass in interrupt\/kill/, suites.last.elements["testcase/error"].attributes["message"])
    end

    def test_a_case_that_could_not_be_examined_is_an_error
      absent = MadeCheck.line("pylibmc", "key/a", "UNSUPPORTED", absent: true)
      lost = { "type" => "failure", "contender" => "dalli", "reason" => "key/b: the driver died" }
      suite = suites(MadeCheck.of(lines: [absent, lost], ended: "interrupted")).last

      assert_equal ["dalli: key/b: the driver died", "pylibmc had no case", "the check was interrupted"],
                   suite.get_elements("testcase/error").map { |one| one.attributes["message"] }
      assert_equal "3", suite.attributes["errors"]
    end

    def test_a_check_that_was_killed_is_an_error_and_no_control_of_it
      suites = suites(MadeCheck.of(ended: nil, controls: []))

      assert_equal ["the check did not finish"],
                   suites.flat_map { |one| one.get_elements("testcase/error") }.map { |one| one.attributes["message"] }
    end

    private

    def suites(check) = REXML::Document.new(Report::Check.text(check, "junit")).root.get_elements("testsuite")
  end

  class Report::Check::NotesTest < Minitest::Test
    SAID = "get of k2 returned another key's value"
    DIED = "the driver died: exit 7"

    def test_each_reason_for_what_is_unsupported_is_said_once
      assert_equal ["dalli: 2 cases: #{SAID}"], notes(lacking("dalli", %w[get set]))
      assert_equal ["dalli: interrupt/kill-in-get: #{SAID}"], notes(lacking("dalli", %w[get]))
    end

    def test_and_once_of_all_who_lack_the_same_in_as_many_cases
      dalli = lacking("dalli", %w[get set])

      assert_equal ["dalli, socket: 2 cases each: #{SAID}"], notes(dalli.merge(lacking("socket", %w[get set])))
      assert_equal ["dalli: 2 cases: #{SAID}", "socket: interrupt/kill-in-get: #{SAID}"],
                   notes(dalli.merge(lacking("socket", %w[get])))
    end

    def test_reports_a_case_that_killed_its_driver_once
      lost = MadeCheck.line("dalli", "interrupt/kill-in-get", "UNSUPPORTED", reason: DIED)

      assert_equal ["dalli: interrupt/kill-in-get: #{DIED}"], notes({}, lost, failure("dalli", "interrupt/kill-in-get: #{DIED}"))
      assert_equal ["dalli: interrupt/kill-in-get: #{DIED}"], notes({}, lost, failure("dalli", DIED))
    end

    def test_reports_a_failure_without_an_entry_once
      assert_equal ["socket (control): #{DIED}"], notes({}, *Array.new(2) { failure("socket (control)", DIED) })
    end

    private

    # That a contender lacks it for these calls.
    def lacking(name, calls) = { name => calls.to_h { |call| ["interrupt/kill-in-#{call}", "UNSUPPORTED"] } }

    def failure(contender, reason) = { "type" => "failure", "contender" => contender, "reason" => reason }

    def notes(outcomes, *lines) = Report::Check::Words::Notes.new(MadeCheck.of(outcomes, lines: lines)).to_a
  end

  class Report::Check::RepeatedTest < Minitest::Test
    def test_the_worst_comes_first_and_what_the_case_did_not_come_out_as_says_so
      assert_equal "1 trial with the outcome HANG that repeats did not confirm, 5 trials with the outcome FAIL, " \
                   "2 trials that the fault never reached, 1 trial that could not be prepared",
                   repeats(["FAIL", { "unprepared" => 1, "FAIL" => 5, "unmet" => 2, "HANG" => 1 }])
      assert_nil repeats(["FAIL", {}])
      assert_equal "1 trial with the outcome HANG that repeats did not confirm",
                   repeats(["FAIL", { "FAIL" => 5, "HANG" => 1 }], worse: true)
      assert_nil repeats(["FAIL", { "FAIL" => 5 }], worse: true)
    end

    def test_sums_the_repeated_trials_of_several_cells
      assert_equal "3 trials with the outcome FAIL that repeats did not confirm",
                   repeats(["PASS", { "FAIL" => 1 }], ["PASS", { "FAIL" => 2 }])
    end

    def test_a_check_notes_the_cases_that_looked_worse_at_first
      cells = cells(["FAIL", { "FAIL" => 5 }], ["PASS", { "FAIL" => 1, "unmet" => 3 }], ["INFO", { "HANG" => 1, "FAIL" => 1 }])

      assert_equal "repeated: 3 trials of 2 cases with the outcome HANG or FAIL that repeats did not confirm " \
                   "(json and html say which)",
                   Report::Check::Words::Notes.note(cells)
      assert_nil Report::Check::Words::Notes.note(cells.first(1))
    end

    private

    def repeats(*facts, worse: false) = Report::Check::Words::Notes.public_send(worse ? :worse : :repeated, cells(*facts))

    # Of [outcome, what was set aside] each.
    def cells(*facts)
      facts.map { |outcome, discarded| Stats::Check::Outcome.of(MadeCheck.line("dalli", "a/b", outcome, discarded: discarded)) }
    end
  end
end
