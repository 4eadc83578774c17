# frozen_string_literal: true

require "test_helper"
require "json"

module Cachemark
  # The words of a check in each format.
  class Report::CheckTest < Minitest::Test
    extend Golden

    GET, SET = %w[interrupt/kill-in-get interrupt/kill-in-set].freeze
    BAD = { "dalli" => { GET => "CORRUPT", SET => "PASS" } }.freeze
    CONDEMNED = [["socket (control)", "socket", "FAIL"]].freeze
    JUNIT = { "dalli" => { GET => "CORRUPT", SET => "FAIL", "key/a" => "UNSUPPORTED", "key/b" => "PASS" } }.freeze

    TEXTS = {
      # Which findings there are.
      "the answer comes first, and a finding has its command" => -> { terminal(BAD) },
      "equal findings are one with one command" => -> { terminal({ "dalli" => { GET => "CORRUPT", SET => "CORRUPT" } }) },
      "repeated trials are counted at each finding and once in total" => -> { terminal({}, lines: repeated) },
      "the worst of all comes first" => -> { terminal({ "dalli" => { GET => "FAIL" }, "socket" => { GET => "HANG" } }) },
      "harmless findings have a line for each fault" => -> { terminal({ "dalli" => harmless }, lines: [long]) },
      "unsafe places are named each once" => -> { terminal({}, lines: [swept]) },
      # What passed, and what did not run.
      "contenders that passed are named" => -> { terminal },
      "non-strict cases of a contender that passed are counted" => -> { terminal(nonstrict) },
      "a contender without a case has not passed" => -> { terminal({ "dalli" => { GET => "UNSUPPORTED" } }) },
      "unsupported cases are no cases" => -> { terminal({ "dalli" => { GET => "UNSUPPORTED", SET => "PASS" } }) },
      "a contender has its exact release" => -> { terminal({}, lines: released) },
      "an interrupted check clears no client" => -> { unfinished("interrupted") },
      "a check that was stopped early" => -> { unfinished("stopped early") },
      "a check that did not finish" => -> { unfinished(nil) },
      "a check that ended at a failure says what was not examined" => -> { text(MadeCheck.failed_fast) },
      "outcomes that fail are counted" => -> { terminal(BAD, run: { "options" => { "fail_on" => %w[FAIL HANG] } }) },
      "a contender that was not examined to the end" => -> { terminal(lines: [failure]) },
      "an interrupted check without an outcome says what takes long" => -> { begun("interrupted") },
      # Its note has the reason.
      "a check without an outcome that was stopped early" => -> { begun("stopped early") },
      # Controls.
      "a misjudged control outranks everything" => -> { terminal(BAD, controls: CONDEMNED) },
      "a failed reference of an interrupted check" => -> { terminal(BAD, ended: "interrupted", controls: CONDEMNED) },
      # Notes.
      "a note for each reason" => -> { terminal({ "dalli" => { GET => "UNSUPPORTED", SET => "UNSUPPORTED" } }) },
      "cases whose fault cannot strike come last" => -> { terminal({}, lines: unreachable) },
      # A range of releases.
      "releases of one outcome are one" => -> { text(Said::Check.of(MadeCheck.ranged)) },
      "a release that was not examined leaves the change open" => -> { text(Said::Check.of(Record.from_lines(cut))) },
      "an unfinished range" => -> { text(Said::Check.of(Record.from_lines(cut.reject { |line| line["type"] == "end" }))) },
      "a change that did not show again" => -> { text(Said::Check.of(MadeCheck.ranged(retested: %w[CORRUPT FAIL]))) },
      "a change that was not tested again" => -> { text(Said::Check.of(MadeCheck.ranged(retested: []))) },
      # A baseline.
      "a baseline says what is better and stale" => lambda do
        terminal(BAD, run: MadeCheck.knowing({ GET => "CORRUPT", SET => "HANG" }, stale: [%w[dalli interrupt/gone]]))
      end,
      "new and worse findings come first" => lambda do
        terminal({ "dalli" => { GET => "HANG", SET => "CORRUPT", "key/a" => "FAIL" } },
                 run: MadeCheck.knowing({ GET => "FAIL", SET => "CORRUPT" }))
      end,
      "worse alone is nothing new" => -> { terminal(BAD, run: MadeCheck.knowing({ GET => "FAIL" })) },
      "worse alone so far" => -> { terminal(BAD, run: MadeCheck.knowing({ GET => "FAIL" }), ended: "interrupted") },
      # Other formats.
      "markdown" => -> { text(MadeCheck.of({ "dalli" => { GET => "CORRUPT" }, "b|c" => { GET => "PASS" } }), "markdown") },
      "markdown folds what harms nobody" => lambda do
        text(MadeCheck.of({ "dalli" => { GET => "HANG", SET => "HANG", "reply/a" => "INFO" } }), "markdown")
      end,
      "a page has evidence, its fault and its baseline" => lambda do
        MadeSites.text(page(run: MadeCheck.knowing({ SET => "HANG" })))
      end,
      "a page of several workers with trials and lines that are not shown" => lambda do
        calls = MadeCheck.evidence[:history].map { |call| call.merge("lane" => 3) }
        MadeSites.text(page(history: calls * 30, discarded: { "HANG" => 1 }, lines: [out_of_reach]))
      end,
      "a page of releases" => -> { MadeSites.text(text(Said::Check.of(MadeCheck.ranged), "html")) },
      "a page of a check that did not finish" => -> { MadeSites.text(page(ended: nil, controls: [])) },
      "JSON lists better and stale cases" => lambda do
        json(run: MadeCheck.knowing({ GET => "CORRUPT" }, stale: [%w[dalli gone]]))["baseline"]
      end,
      "JSON lists worse cases" => lambda do
        json({ "dalli" => { GET => "HANG" } }, run: MadeCheck.knowing({ GET => "FAIL" }))["baseline"]
      end,
      "JSON has repeated trials and why comparisons treat a case differently" => lambda do
        json(lines: [MadeCheck.line("dalli", SET, "PASS", discarded: { "FAIL" => 2 }, because: "warned")])["cases"]
      end,
      "JUnit skips findings of the baseline" => -> { junit(JUNIT, run: MadeCheck.knowing({ SET => "FAIL" })) },
      "JUnit fails what is worse than the baseline" => -> { junit(JUNIT, run: MadeCheck.knowing({ GET => "HANG" })) },
      "JUnit has a misjudged control as an error" => -> { junit(JUNIT, controls: CONDEMNED) },
      "JUnit has what was not examined as errors" => lambda do
        junit(lines: [MadeCheck.line("pylibmc", "key/a", "UNSUPPORTED", absent: true), failure("key/b: it died")],
              ended: "interrupted")
      end,
      "JUnit has a check that was killed as an error" => -> { junit(ended: nil, controls: []) }
    }.freeze
    golden "check", TEXTS

    # The command under a finding.
    REPLAYS = {
      ["dalli@2.7.11", {}] => "cachemark check dalli@2.7.11 --case interrupt/kill-in-get --with seed=7",
      ["dalli", { "argv" => %w[check dalli --with ruby=3.3 --with jit=yjit --with memcached=1.6],
                  "options" => { "memcached" => "1.6.45" } }] =>
        "cachemark check dalli --with ruby=3.3,jit=yjit --with memcached=1.6.45 --case interrupt/kill-in-get --with seed=7"
    }.freeze

    def test_a_case_is_repeated_on_the_same_runtime_and_server
      REPLAYS.each do |(contender, run), command|
        check = MadeCheck.of({ contender => { GET => "CORRUPT" } }, run: run)

        assert_equal command, Report::Check.replay(check, check.cases.first)
      end
    end

    private

    def text(check, format = "terminal") = Report::Check.text(check, format)
    def terminal(*outcomes, **more) = text(MadeCheck.of(*outcomes, **more))
    def junit(*outcomes, **more) = text(MadeCheck.of(*outcomes, **more), "junit")

    def json(*outcomes, **more)
      document = ::JSON.parse(text(MadeCheck.of(*outcomes, **more), "json"))
      document.transform_values { |value| ::JSON.pretty_generate(value) }
    end

    def page(...) = Report::CheckPage.html(...)

    def failure(reason = "the driver died") = { "type" => "failure", "contender" => "dalli", "reason" => reason }

    def repeated
      bad = [GET, SET].map { |id| MadeCheck.line("dalli", id, "FAIL", discarded: { "FAIL" => 5, "HANG" => 1 }) }
      [*bad, MadeCheck.line("dalli", "key/a", "PASS", discarded: { "HANG" => 1, "FAIL" => 2 })]
    end

    def harmless = { GET => "INFO", SET => "INFO", "reply/a-in-get" => "NON-STRICT", "reply/b-in-get" => "INFO" }
    def long = MadeCheck.line("dalli", "reply/c-in-get", "INFO", reason: "it #{"talks " * 40}\nand draws")
    def out_of_reach = MadeCheck.line("pylibmc", GET, "UNSUPPORTED", because: "out of reach")

    def nonstrict
      passed = { "a/b" => "PASS", "a/c" => "PASS" }
      { "dalli" => passed, "pymemcache" => { "a/b" => "NON-STRICT", "a/c" => "INFO" }, "socket" => passed }
    end

    def released
      { "dalli@4.x" => "dalli@4.3.10", "dalli@3.2.8" => "dalli@3.2.8", "socket" => "socket" }.map do |id, notation|
        MadeCheck.line(id, "a/b", "PASS", notation: notation)
      end
    end

    def unfinished(ended)
      terminal({ **BAD, "socket" => { GET => "PASS" } }, ended: ended, controls: [], run: { "options" => { "planned" => 12 } })
    end

    def begun(ended) = terminal({}, ended: ended, controls: [], run: { "options" => { "planned" => 1 } })

    def unreachable
      found = { "key/c" => { reason: "no add" } }
      %w[key/a key/b].each { |id| found[id] = { because: "out of reach", reason: "it is C" } }
      %w[memcached pylibmc].flat_map { |name| found.map { |id, facts| MadeCheck.line(name, id, "UNSUPPORTED", **facts) } }
    end

    # Without the cases of one release.
    def cut = MadeCheck.ranged.lines.reject { |line| line["type"] == "case" && line["contender"] == "dalli@1.1" }

    def swept
      unsafe = (1..7).flat_map do |line|
        point = { "at" => "/somewhere/gems/client-1.0/client.rb:#{line}", "outcome" => "CORRUPT", "reason" => "r" }
        %w[StandardError Exception].map { |error| { **point, "error" => error } }
      end
      MadeCheck.line("dalli", "interrupt/sweep-get", "CORRUPT", points: 40, unsafe: unsafe)
    end
  end

  # A page of a check with something of everything.
  module Report::CheckPage
    def self.html(history: MadeCheck.evidence[:history], discarded: {}, lines: [], **more)
      corrupt = MadeCheck.line("dalli", "interrupt/kill-in-get", "CORRUPT", **MadeCheck.evidence, history: history,
                                                                                                  discarded: discarded)
      rest = { "dalli" => { "interrupt/kill-in-set" => "PASS", "key/a" => "NON-STRICT", "key/b" => "UNSUPPORTED",
                            "key/c" => "INFO" },
               "socket" => { "interrupt/kill-in-get" => "PASS" } }
      Report::Check.text(MadeCheck.of(rest, lines: [corrupt, *lines], **more), "html")
    end
  end

  class Report::Check::HTMLTest < Minitest::Test
    include ABrowser

    UNFOLD = "document.querySelectorAll('details').forEach((one) => { one.open = true; })"
    # The verdict on the last client, and the last column of what went over the wire.
    HIDDEN = <<~JAVASCRIPT
      Array.from(document.querySelectorAll("#cases tbody td, .trace tbody td")).filter((cell) => {
        const box = cell.closest(".scroll").getBoundingClientRect(), own = cell.getBoundingClientRect();
        return own.width > 0 && (own.left < box.left || own.right > box.right);
      }).map((cell) => cell.innerText)
    JAVASCRIPT

    def test_a_cell_leads_to_its_evidence
      page = visit("check.html", Report::CheckPage.html)

      assert_empty complaints(page)
      page.evaluate("document.querySelector('#cases a.corrupt').click()")
      assert(page.evaluate("document.querySelector(location.hash).closest('details').open"))
      assert_includes page.evaluate("document.querySelector(location.hash).textContent"), "67 65 74 20 6b 31"
      assert_accessible page
    end

    # A reader who follows the link to a cell first sees its contender.
    def test_a_telephone_shows_each_cell_of_the_matrix_and_of_the_traces
      page = visit("phone.html", Report::CheckPage.html(lines: others, discarded: { "HANG" => 1 }), width: 375, scheme: "dark")
      page.evaluate("document.documentElement.style.scrollBehavior = 'auto'")
      page.evaluate("document.querySelector('#cases a.corrupt').click()")
      followed = "document.querySelector(location.hash).closest('details')"

      assert_operator page.evaluate("#{followed}.getBoundingClientRect().top"), :>=, 0

      assert_accessible page
      assert_empty page.evaluate(HIDDEN)
      assert_includes page.evaluate("getComputedStyle(document.querySelector('#cases td:last-child'), '::before').content"),
                      "pymemcache"
    end

    private

    def assert_accessible(page)
      page.evaluate(UNFOLD)
      assert_empty violations(page)
      refute sideways?(page)
    end

    # One of them has more lines than are shown.
    def others
      octets = [[3_000_000, 1, "client", ["x" * 150].pack("m0")]]
      { "memcache-client" => 30, "memcached" => 1, "pymemcache" => 1 }.map do |name, times|
        MadeCheck.line(name, "interrupt/kill-in-get", "CORRUPT", **MadeCheck.evidence, octets: octets,
                                                                   history: MadeCheck.evidence[:history] * times)
      end
    end
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
