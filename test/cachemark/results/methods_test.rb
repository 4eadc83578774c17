# frozen_string_literal: true

require "test_helper"

module Cachemark
  # Times of two methods (Stats::TimeMethod) are never set against each other.
  class Results::MethodsTest < Minitest::Test
    CLEAN = { "PASS" => 300 }.freeze
    LATER = { at: "2026-11-28T10:00:00Z", method: 2 }.freeze
    STEP = { "id" => "c", "begun" => "2026-11-26T10:00:00Z", "step" => "q" }.freeze
    OTHER = { machine: { id: "aaaa0000bbbb1111", cpu: "Intel Xeon" } }.freeze

    def test_a_result_without_a_method_is_of_method_1
      assert_equal [1, 2, nil, nil, 1],
                   [MadeResults.run({ "dalli@5.3.2" => 21.0 }), MadeResults.run({ "dalli@5.3.2" => 21.0 }, method: 2),
                    MadeResults.check({ "dalli@5.3.2" => CLEAN }), compared("instructions"), compared("wall")].map(&:time_method)
    end

    def test_a_choice_has_times_of_one_method
      first = MadeResults.run({ "dalli@5.3.2" => 21.0, "memcached@1.8.0" => 15.0 })
      some, all = [{ "dalli@5.3.2" => 25.0 }, { "dalli@5.3.2" => 25.0, "memcached@1.8.0" => 15.0 }].map do |costs|
        [first, MadeResults.run(costs, **LATER)]
      end

      assert_equal [[1, [15_000.0, 21_000.0]], [2, [15_000.0, 25_000.0]]],
                   [some, all].map { |results|
                     choice(*results).then { |one| [one.time_method, one.entries.map { |entry| entry.cost.wall_ns }] }
                   }
    end

    def test_a_later_method_counts_from_the_machine_that_has_it
      first = MadeResults.run({ "dalli@5.3.2" => 21.0, "memcached@1.8.0" => 15.0, "dalli@4.3.10" => 20.0 })
      later = MadeResults.run({ "dalli@5.3.2" => 42.0, "memcached@1.8.0" => 30.0 }, **LATER, **OTHER)
      found = choice(first, later)

      assert_equal [2, [30_000.0, 42_000.0]], [found.time_method, found.entries.map { |entry| entry.cost.wall_ns }]
    end

    def test_options_of_an_earlier_release_keep_no_earlier_method
      first = MadeResults.run({ "dalli@5.3.2" => 21.0, "dalli@2.7.11,kgio=2.9.3" => 20.0 })
      found = choice(first, MadeResults.run({ "dalli@5.3.2" => 25.0 }, **LATER))

      assert_equal [2, [25_000.0]], [found.time_method, found.entries.map { |entry| entry.cost.wall_ns }]
    end

    def test_a_later_interval_needs_no_margin_and_its_time_no_collections
      much = { us: 20.5, row: { "gc_share" => 0.2 } }
      found = [{}, { method: 2 }].map do |more|
        choice(MadeResults.run({ "dalli@5.3.2" => 21.0 }, **more),
               MadeResults.run({ "memcached@1.8.0" => much }, at: LATER[:at], **more),
               MadeResults.check({ "dalli@5.3.2" => CLEAN, "memcached@1.8.0" => CLEAN })).frontier.size
      end

      assert_equal [2, 1], found
    end

    def test_a_figure_is_reproduced_only_by_its_method
      here = MadeResults.run({ "dalli@5.3.2" => 21.0, "memcached@1.8.0" => 15.0 })
      there = [{}, { method: 2 }].map { |more| MadeResults.run({ "dalli@5.3.2" => 42.0 }, **OTHER, **more) }
      found = there.map do |other|
        survey = MadeResults.survey(here, other)
        survey.reproduced(survey.costs.first).map(&:size)
      end

      assert_equal [[1, 1], [1, 0]], found
    end

    def test_campaigns_agree_by_one_method
      runs = [{}, {}, { method: 2 }].map { |more| MadeResults.run({ "dalli@5.3.2" => 21.0 }, **more) }
      comparisons = [{}, {}, { method: 2 }].map do |more|
        MadeResults.compare("dalli@5.3.2", "dalli@4.3.10", 0.2, [0.19, 0.21], **more)
      end
      first, same, later = runs.zip(comparisons)

      assert_equal [[1, 1], [0, 0]], [same, later].map { |other|
        Results::Agreement.between(first, other).then { |found| [found.ratios.size, found.changes.size] }
      }
    end

    def test_a_question_is_answered_by_the_newest_method
      first, later, elsewhere = [{}, LATER, OTHER].map do |more|
        MadeResults.run({ "dalli@5.3.2" => 21.0 }, campaign: STEP, **more)
      end
      step = Catalog::Campaign::Step.new(id: "q", argv: first.argv, question: "Why?", answer: nil)

      assert_equal [later], MadeResults.survey(first, later, elsewhere).answers("c", step)
      assert_equal 2, MadeResults.survey(first, elsewhere).answers("c", step).size
    end

    def test_a_wrong_reply_replaces_figures_of_any_method
      wrong = { us: 1.0, row: { "status" => "invalid", "wall_ns" => nil, "interval" => nil } }
      first = MadeResults.run({ "dalli@5.3.2" => 21.0 })

      found = [25.0, wrong].map do |cost|
        MadeResults.survey(first, MadeResults.run({ "dalli@5.3.2" => cost }, **LATER)).costs.map(&:invalid?)
      end

      assert_equal [[false, false], [true]], found
    end

    def test_a_summary_has_the_method_and_figures_without_collections
      facts = [{}, { "method" => 2 }].map do |run|
        machine = { "identity" => "9908babf6faf62c5", "cpu" => "AMD EPYC", "cores" => 2 }
        record = MadeRecord.of(run: { "machine" => machine, **run })
        report = JSON.parse(Report::Run.text(Report::Sentences.in(Stats::Table.of(record)), "json"))
        Results::Summary.new(record, kind: "run", report: report, answer: ["One."], client: :to_s.to_proc,
                                     copy: { "sha256" => "a" * 64, "bytes" => 1 }).to_h
      end

      assert_equal([[nil, false], [2, true]], facts.map { |one| [one["method"], one["rows"].last.key?("without_gc_ns")] })
      assert_equal([nil, nil], facts.map { |one| Results::Format.mistake(JSON.parse(JSON.generate(one))) })
    end

    private

    def choice(*results) = Results::Choice.new(MadeResults.survey(*results), "ruby")
    def compared(metric) = MadeResults.compared([MadeResults.verdict("dalli@5.3.2", "dalli@4.3.10", 0.2, metric: metric)])
  end

  class Results::Change::RowsTest < Minitest::Test
    Welch = Results::Change::Rows::Welch

    # Logs of 20 and 12 processes.
    SAMPLES = [[0.1, 20, 3], [0.0, 12, 4]].map do |mean, size, seed|
      random = Random.new(seed)
      Array.new(size) { mean + ((random.rand - 0.5) / 10) }
    end

    def test_is_the_interval_of_welch
      rows = SAMPLES.map { |logs| row(logs) }
      low, middle, high = Stats::Interval::StudentT.difference(*SAMPLES, confidence: 0.99).map { |log| Math.exp(log) - 1 }
      found = Welch.interval(*rows, 0.01)

      assert_in_delta low, found.first, 1e-9
      assert_in_delta high, found.last, 1e-9
      assert_includes Range.new(*found), middle
    end

    def test_processes_that_do_not_count_are_no_evidence
      all = row(SAMPLES.first)
      exact = { "wall_ns" => 1.0, "interval" => [1.0, 1.0], "processes" => 20 }

      assert_operator width(all.merge("left_out" => 14), exact), :>, width(all, exact)
    end

    def test_an_uneven_interval_counts_on_its_side
      other = { "wall_ns" => 1_000.0, "interval" => [999.0, 1_001.0], "processes" => 20 }
      even, uneven = [[990.0, 1_010.0], [950.0, 1_010.0]].map do |interval|
        Welch.interval({ **other, "interval" => interval }, other, 0.01)
      end

      assert_operator uneven.first, :<, even.first
      assert_in_delta even.last, uneven.last, 1e-12
    end

    def test_more_pairs_of_a_question_need_more_evidence
      rows = [1_014.0, 1_000.0].map { |ns| { "wall_ns" => ns, "interval" => [ns * 0.993, ns * 1.007], "processes" => 20 } }

      assert_equal %w[slower unresolved], [1, 20].map { |count| Results::Change::Rows.judged(*rows, count)[:verdict] }
    end

    def test_intervals_of_95_percent_that_do_not_overlap_are_not_enough
      rows = [1_021.0, 1_000.0].map { |ns| { "wall_ns" => ns, "interval" => [ns * 0.99, ns * 1.01], "processes" => 6 } }
      found = Results::Change::Rows.judged(*rows, 3)

      assert_operator rows[0]["interval"].first, :>, rows[1]["interval"].last
      assert_equal "unresolved", found[:verdict]
      assert_operator found[:interval].first, :<, 0
    end

    private

    def width(*rows) = Welch.interval(*rows, 0.01).then { |low, high| high - low }

    def row(logs)
      { "wall_ns" => Stats::Interval.middle(logs), "interval" => Stats::Interval.of(logs), "processes" => logs.size }
    end
  end
end
