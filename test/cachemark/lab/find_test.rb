# frozen_string_literal: true

require "minitest/mock"
require "test_helper"

module Cachemark
  class Lab::FindTest < Minitest::Test
    include AComparingLab

    JUDGING = { margin: 0.01, alpha: 0.01, all: false, metrics: ["wall"] }.freeze

    # Pairs of a search direct it. A comparison of few of them has no verdict.
    def test_names_the_one_that_changed_the_cost_and_tests_it_again_without_verdicts_of_its_steps
      assert_equal "complete", find(%w[a b], made: { "b" => taking(20_000) })

      answer = writer.record.answers.first
      assert_equal [[0, 1]], answer["found"].map { |found| found.values_at("from", "to") }
      assert_in_delta Math.log(2), answer["found"].first["effects"].sum / answer["found"].first["effects"].size, 0.01
      assert_equal [false, true], writer.record.comparisons.map { |line| line.dig("step", "retest") }
      assert_equal [[0, "a"], [1, "b"]], writer.record.positions.map { |line| line.values_at("position", "contender") }
      assert_equal [17, []], [live.of(:pair).size, live.of(:verdicts)]
    end

    def test_builds_a_version_when_it_is_needed
      asked = []
      build = ->(contender) { environment(contender.id, taking(20_000)).tap { asked << contender.id } }
      find(%w[a b c], made: { "c" => taking(20_000) }, later: "b", build: build) { interrupt if asked.any? }

      assert_equal ["b"], asked
      assert_includes live.of(:step).map { |facts| facts[:text] }, "building b"
    end

    def test_skips_and_reports_a_version_that_does_not_build
      build = ->(_contender) { Env::Unavailable.new(reason: "no compiler") }
      find(%w[a b c], made: { "c" => taking(20_000) }, later: "b", build: build)

      assert_equal [["b", "unavailable", "no compiler"]],
                   writer.record.failures.map { |line| line.values_at("contender", "status", "reason") }
      assert_equal [[0, 2, [1]]], writer.record.answers.first["found"].map { |found| found.values_at("from", "to", "skipped") }
    end

    def test_the_end_of_the_time_says_how_to_go_on
      live.at(:pair) { clock.pass(600) }

      assert_equal "stopped early", find(%w[a b])
      assert_match(/before there is an answer\n.*find --resume #{Regexp.escape(writer.path)} --for 120s/,
                   writer.record.events.last["message"])
      assert writer.record.events.last["time_too_short"]
    end

    def test_goes_on_where_it_stopped
      find(%w[a b], made: { "b" => taking(20_000) }) { interrupt if live.of(:pair).size == 2 }
      assert_equal [2, []], [writer.record.pairs.size, writer.record.answers]

      @stop = nil
      assert_equal "complete", find(%w[a b], made: { "b" => taking(20_000) }) { nil }
      assert_equal [17, (1..17).to_a], [writer.record.pairs.size, writer.record.pairs.map { |pair| pair["pair"] }]
      assert_equal [2, 1], [writer.record.positions.size, writer.record.answers.size]
    end

    def test_a_scenario_that_is_answered_is_not_searched_again
      writer.add("answer", scenario: "client/get", mode: "sync", metric: "wall", found: [], undecided: nil, spread: [])

      assert_equal "complete", find(%w[a b])
      assert_equal [1, 0], [writer.record.answers.size, writer.record.pairs.size]
    end

    def test_an_answer_whose_retest_is_unresolved_is_searched_again
      found = { from: 0, to: 1, effects: [0.05, 0.04, 0.06, -0.02, 0.21, 0.05], skipped: [] }
      writer.add("answer", scenario: "client/get", mode: "sync", metric: "wall", found: [found], undecided: nil, spread: [])
      find(%w[a b], made: { "b" => taking(20_000) })

      assert_equal [2, 17], [writer.record.answers.size, writer.record.pairs.size]
    end

    def test_every_scenario_in_every_mode_has_its_own_answer
      scenarios, modes = %w[client/get client/set], %w[sync threads-2]
      find(%w[a b], scenarios: scenarios, modes: modes, made: { "a" => { hello: "exit" } })

      assert_equal scenarios.product(modes), writer.record.answers.map { |answer| answer.values_at("scenario", "mode") }.sort
      assert_equal ["fewer than two of 2 could be measured"], writer.record.answers.map { |answer| answer["undecided"] }.uniq
    end

    # One that is hard to decide must not leave the others without a look.
    def test_several_scenarios_share_the_time_fairly
      live.at(:pair) { clock.pass(4) }
      three = %w[client/get client/set client/multiget]

      assert_equal "stopped early", find(%w[a b], scenarios: three)
      scenarios = writer.record.comparisons.to_h { |line| line.values_at("comparison", "scenario") }
      pairs = writer.record.pairs.map { |pair| scenarios.fetch(pair["comparisons"].first) }.tally
      assert_equal three.to_h { |scenario| [scenario, 6] }, pairs
      assert_match(/before there is an answer in 3 of 3 scenarios$/, writer.record.events.last["message"])
    end

    def test_gives_unused_time_of_a_scenario_to_the_others
      live.at(:pair) { clock.pass(4) }
      writer.add("answer", scenario: "client/get", mode: "sync", metric: "wall", found: [], undecided: nil, spread: [])
      find(%w[a b], scenarios: %w[client/get client/set])

      assert_operator writer.record.pairs.size, :>=, 14
    end

    def test_says_how_many_scenarios_will_be_searched
      live.at(:pair) { clock.pass(600) }
      find(%w[a b], scenarios: %w[client/get client/set])

      assert_equal "2 scenarios are searched one after the other, each with its part of 60 s: get, set (--scenario chooses)",
                   live.of(:step).first[:text]
    end

    def test_says_how_far_it_has_closed_in_and_what_was_seen_so_far
      find(%w[a b c]) { interrupt if live.of(:pair).size > 6 }
      texts = live.of(:step).map { |facts| facts[:text] }

      assert_equal "a against c in get, 1 version between", texts.first
      assert_match(/\Aa against c in get, [+-]\d+\.\d % in 6 pairs so far, 1 version between\z/, texts.last)
    end

    def test_searches_by_a_count_in_pairs_of_processes
      # Five blocks come before the window whose count is compared.
      allocating = { block: [*[{ allocations: 0 }] * 5, { allocations: 900 }] }
      assert_equal "complete", find(%w[a b], made: { "a" => allocating, "b" => allocating }, metric: "allocations")

      assert_empty writer.record.pairs
      assert_equal [["allocations", []]], writer.record.answers.map { |answer| answer.values_at("metric", "found") }
      assert_equal [0.0] * 6, Stats::Counts.new(writer.record).effects("f1", "allocations")
    end

    def test_a_version_that_cannot_be_counted_is_skipped
      environments = { "a" => environment("a", QUIET), "b" => environment("b").with(runtime: { description: "jruby 9.4" }) }
      find(%w[a b], engine: engine([], environments: environments, clock: clock), metric: "instructions")

      assert_equal [["b", "unavailable", "not counted: its runtime compiles while it runs (jruby 9.4)"]],
                   writer.record.failures.map { |line| line.values_at("contender", "status", "reason") }
    end

    # Another host, which says what the block makes of the facts of this one.
    class Other
      Answer = Struct.new(:facts)

      def initialize(&other)
        @other = other
      end

      def meet(what, **facts)
        own = ::JSON.parse(::JSON.generate(facts))
        Answer.new([own, own.merge(@other.call(what) || {})])
      end

      def values(what, **fact) = meet(what, **fact).facts.map { |facts| facts.fetch(fact.keys.first.to_s) }
    end

    def test_hosts_that_search_together_go_on_from_the_pairs_of_all
      other = Other.new { |what| { "own" => [0.69] * 40 } if what.start_with?("the pairs") }
      assert_equal "complete", find(%w[a b], made: { "b" => taking(20_000) }, member: other)

      assert_equal [["f1", [6, 40]], ["f2", [11, 40]]],
                   writer.record.effects.map { |line| [line["comparison"], line["hosts"].map(&:size)] }
      assert_equal 51, writer.record.answers.first["found"].first["effects"].size
      assert_equal 46, Stats::Counts.or_pairs(writer.record, "wall").effects("f1", "wall").size
    end

    def test_a_version_that_another_host_cannot_measure_is_skipped
      other = Other.new do |what|
        { "usable" => [true, false] } if what.start_with?("the versions") && writer.record.failures.empty?
      end
      find(%w[a b c], made: { "b" => taking(20_000) }, member: other)

      assert_equal [["c", "unavailable", "it cannot be measured on another host"]],
                   writer.record.failures.map { |line| line.values_at("contender", "status", "reason") }
      assert_equal([[0, 1]], writer.record.answers.first["found"].map { |found| found.values_at("from", "to") })
    end

    def test_the_search_ends_when_the_time_of_one_host_is_over
      other = Other.new { |what| { "over" => true } if what.start_with?("the next step") && clock.pass(600) }

      assert_equal "stopped early", find(%w[a b], member: other)
      assert_empty writer.record.pairs
      assert_match(/\nrepeat the search with --for 120s\z/, writer.record.events.last["message"])
    end

    private

    # `later` is a version whose environment is made when it is asked for; the block hears of every pair.
    def find(ids, scenarios: ["client/get"], modes: ["sync"], made: {}, later: nil, build: nil, metric: "wall", engine: nil,
             member: nil, &pair)
      cells = modes.product(cells(ids, scenarios: scenarios)).map { |mode, cell| cell.with(id: "#{cell.id} #{mode}", mode: mode) }
      live.at(:pair, &pair) if pair
      environments = made_engine(cells, made: made).environments.except(later)
      engine ||= engine([], environments: environments, build: build, clock: clock, member: member, **made_servers)
      range = contenders(ids).each_with_index.map { |one, at| Plan::Position.new(number: at, contender: one, name: one.id) }
      lab(Lab::Find, cells, engine: engine, judging: { **JUDGING, metrics: [metric] }, range: range).call
    end

    # The state of a search, and its next measurement.
    class Search < Minitest::Test
      include AComparingLab

      MEASURE = Plan::Bisection::Measure

      def test_begins_with_the_ends
        assert_equal [0, 2, 6], search.next.then { |action| [action.from, action.to, action.pairs] }
      end

      def test_knows_the_pairs_that_the_record_has_and_no_half_ones
        measured(0, 2, 0.1, pairs: 4)
        assert_equal 2, search.next.pairs

        fill([{ **Line["block"], "comparison" => "f1", "pair" => 99, "quad" => 0, "arm" => "baseline", "wall_ns" => 1 }])
        assert_equal 2, search.next.pairs
      end

      def test_goes_down_the_half_that_changed_and_tests_its_answer
        measured(0, 2, 0.1)
        assert_equal [0, 1], search.next.then { |action| [action.from, action.to] }

        measured(0, 1, 0.0)
        measured(1, 2, 0.1)
        assert_equal MEASURE.new(from: 1, to: 2, pairs: 12, retest: true), search.next
        measured(1, 2, 0.1, pairs: 12, retest: true)
        assert_equal [[1, 2]], search.next.found.map { |found| [found.from, found.to] }
      end

      def test_reads_the_pairs_of_a_step_no_more_once_the_next_step_has_begun
        read = []
        open = Stats::Pairs.method(:new)
        Stats::Pairs.stub(:new, ->(record, only: nil) { open.call(record, only: only).tap { read << only } }) do
          lasting = search
          [[0, 2, 0.1], [0, 1, 0.0], [1, 2, 0.1]].each { |step| measured(*step) && lasting.next }

          assert_equal search.next, lasting.next
        end

        assert_equal [%w[f1], %w[f1 f2], %w[f2 f3]], read.first(3)
      end

      def test_pairs_of_another_scenario_are_not_its_own
        measured(0, 2, 0.1, scenario: "client/set")

        assert_equal [0, 2], search.next.then { |action| [action.from, action.to] }
      end

      def test_skips_a_version_that_failed
        writer.add("failure", cell: search.cell(2).id, contender: "c", status: "unavailable", reason: "no gem")

        assert_equal [0, 1], search.next.then { |action| [action.from, action.to] }
      end

      def test_an_account_says_which_step_it_is_for
        action = MEASURE.new(from: 0, to: 2, pairs: 6)
        ids = Array.new(2) { search.comparison(action, search.cell(0), search.cell(2)).id }
        line = writer.record.comparisons.last

        assert_equal %w[f1 f2], ids
        assert_equal ["f2", { "from" => 0, "to" => 2, "retest" => false }, false], line.values_at("comparison", "step", "noise")
        assert_equal %w[a c], line.values_at("baseline", "contender").map { |id| cell_ids.fetch(id) }
      end

      def test_an_answer_is_kept_with_what_it_rests_on
        found = Plan::Bisection::Found.new(from: 1, to: 2, effects: [0.1, 0.2], alpha: 0.005, skipped: [])
        search.close(Plan::Bisection::Done.new(found: [found]))
        answer = writer.record.answers.first

        assert_equal ["client/get", "sync", "wall", nil, []],
                     answer.values_at("scenario", "mode", "metric", "undecided", "spread")
        assert_equal [{ "from" => 1, "to" => 2, "effects" => [0.1, 0.2], "alpha" => 0.005, "skipped" => [] }], answer["found"]
      end

      def test_no_answer_is_kept_with_its_reason
        search.close(Plan::Bisection::Undecided.new(reason: "more pairs are needed"))

        assert_equal [[], "more pairs are needed"], writer.record.answers.first.values_at("found", "undecided")
      end

      def test_spans_that_moved_without_a_step_are_kept_as_such
        unlocated = Plan::Bisection::Found.new(from: 0, to: 2, effects: [0.1], alpha: 0.01, skipped: [1])
        search.close(Plan::Bisection::Done.new(found: [], unlocated: [unlocated]))

        assert_equal [{ "from" => 0, "to" => 2, "effects" => [0.1], "alpha" => 0.01, "skipped" => [1] }],
                     writer.record.answers.first["spread"]
      end

      def test_an_answer_that_is_on_record_is_known
        refute_predicate search, :answered?
        search.close(Plan::Bisection::Done.new(found: []))

        assert_predicate search, :answered?
        refute_predicate search(scenario: "client/set"), :answered?
        refute_predicate search(mode: "threads-4"), :answered?
      end

      # Two searches: the risk of a wrong answer is that of the report.
      def test_searches_share_the_alpha_of_the_report
        measured(0, 1, 0.1, pairs: 24)
        measured(1, 2, 0.0, pairs: 24)
        measured(0, 2, 0.1, pairs: 24)
        measured(0, 1, 0.1, pairs: 20, retest: true)

        assert_equal [0.0025], search.next.found.map(&:alpha)
      end

      def test_a_mode_is_searched_for_itself
        measured(0, 2, 0.1, mode: "threads-4")

        assert_equal [0, 2], search.next.then { |action| [action.from, action.to] }
        assert_equal [0, 1], search(mode: "threads-4").next.then { |action| [action.from, action.to] }
        assert_equal ["get", "get (threads-4)"], [search.label, search(mode: "threads-4").label]
      end

      private

      def search(scenario: "client/get", mode: "sync")
        @cells ||= cells(%w[a b c], scenarios: %w[client/get client/set])
        judging = { margin: 0.01, alpha: 0.01, all: false, metrics: ["wall"] }
        task = Lab::Find::Task.new(cells: @cells, seed: 1, for_s: 1.0, judging: judging)
        own = @cells.select { |cell| cell.scenario.id == scenario }
        Lab::Find::Search.new(task, writer, own.map { |cell| cell.with(mode: mode) })
      end

      def cell_ids = @cells.to_h { |cell| [cell.id, cell.contender.id] }

      # Pairs between two positions, as a record has them.
      def measured(from, to, effect, pairs: 6, scenario: "client/get", retest: false, mode: "sync")
        search = search(scenario: scenario, mode: mode)
        comparison = search.comparison(MEASURE.new(from: from, to: to, pairs: pairs, retest: retest), search.cell(from),
                                       search.cell(to))
        first = writer.record.pairs.size
        pairs.times { |at| pair(comparison.id, first + at, effect + (at.even? ? 0.001 : -0.001)) }
      end

      def pair(id, number, effect)
        MadeComparison::ORDERS.first.each_with_index do |arm, slot|
          wall = arm == "baseline" ? 1_000_000 : (1_000_000 * Math.exp(effect)).round
          writer.add("block", cell: arm, process: arm, comparison: id, pair: number, quad: 0, slot: slot, arm: arm, wall_ns: wall,
                              calls: 300, iterations: 100)
        end
        writer.add("pair", pair: number, set: 1, comparisons: [id])
      end
    end
  end
end
