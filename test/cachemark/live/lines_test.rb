# frozen_string_literal: true

require "test_helper"
require "stringio"

module Cachemark
  class Live::LinesTest < Minitest::Test
    def setup
      @io = StringIO.new
      @now = 100.0
      @lines = Live::Lines.new(@io, clock: -> { @now })
    end

    FAILED = { status: "failed", reason: "the driver ended\nits stderr is in x" }.freeze
    # Some events, and the lines that they become.
    LINES = {
      [[:warning, { message: "no second core" }]] => ["warning: no second core"],
      [[:step, { text: "3.0.2 is not it\nmore" }]] => ["3.0.2 is not it"],
      [[:failure, { cell: MadeCells.cell, **FAILED }]] => ["failed: socket:get: the driver ended"],
      [[:failure, { cell: MadeCells.cell(mode: "threads-4"), **FAILED }]] => ["failed: socket:get (threads-4): the driver ended"],
      [{ total_s: 120.0 }, { total_s: 90.5, until_share: 0.01 }, { iterations: 1000 }, {}].map { |facts| [:start, facts] } =>
        ["measuring: 120 s, then the report", "measuring: at most 90.5 s, then the report",
         "measuring: 1,000 iterations of each row", "measuring"],
      [["building", "kgio 2.11.4", nil], ["failed", nil, "no compiler"]].map do |state, gem, message|
        [:environment, { contender: "dalli", state: state, gem: gem, message: message }]
      end => ["environment of dalli: building kgio 2.11.4", "environment of dalli: failed: no compiler"],
      # One that is there is not worth a line.
      [%w[socket ready], %w[dalli building], %w[dalli ready]].map do |name, state|
        [:environment, { contender: name, state: state, gem: nil, message: nil }]
      end => ["environment of dalli: building", "environment of dalli: ready"],
      [[:cell, { cell: MadeCells.cell }], [:done, {}]] => []
    }.freeze

    def test_what_a_line_says_of_an_event_and_when
      @now += 2.34
      LINES.each do |events, wanted|
        io = StringIO.new
        lines = Live::Lines.new(io, clock: -> { @now })
        events.each { |name, facts| lines.notify(name, **facts) }

        assert_equal wanted, said(io)
      end
      @lines.notify(:warning, message: "x")
      assert_equal "[   2.3 s] warning: x\n", @io.string
    end

    def test_only_the_first_round_and_fresh_processes_are_worth_a_line
      [0, 0, 1, 1].each { |generation| @lines.notify(:round, number: 0, generation: generation, rows: nil) }

      assert_equal ["each row has a figure", "fresh processes 2"], said
    end

    def test_counts_the_rows_that_have_no_figure_after_the_first_round
      measured, *dropped = %w[sync threads-4 threads-8].map { |mode| MadeCells.cell(mode: mode) }
      texts = [[*dropped, measured], dropped].map do |cells|
        io = StringIO.new
        lines = Live::Lines.new(io, clock: -> { @now })
        cells.each { |cell| lines.notify(:cell, cell: cell) }
        dropped.zip(%w[failed unavailable]) { |cell, status| lines.notify(:failure, cell: cell, status: status, reason: "x") }
        lines.notify(:round, number: 0, generation: 0, rows: nil)
        said(io).last
      end

      assert_equal ["rows without a figure: 1 failed, 1 unavailable; each other row has a figure",
                    "rows without a figure: 1 failed, 1 unavailable"], texts
    end

    def test_the_first_and_every_tenth_pair_are_worth_a_line
      (1..23).each { |number| @lines.notify(:pair, number: number, noise: number / 3) }

      assert_equal ["1 pair", "10 pairs, 3 of them A/A", "20 pairs, 6 of them A/A"], said
    end

    def test_names_the_hosts_that_have_done_least_from_time_to_time
      host = Struct.new(:name, :state, :done)
      hosts = Array.new(10) { |number| host.new("h#{number}", "measures", 20 - number) }
      [0, 5, 9].each do |seconds|
        @now = 100 + seconds
        @lines.notify(:hosts, hosts: hosts, counted: "pairs")
      end

      assert_equal ["pairs: h9 11, h8 12, h7 13, h6 14, h5 15, h4 16, h3 17, h2 18, more on 2 other hosts"], said
    end

    def test_reports_a_verdict_when_it_is_given_and_when_it_changes
      [MadeVerdicts.unresolved, MadeVerdicts.unresolved(verdict: "same"), MadeVerdicts.unresolved(verdict: "same"),
       MadeVerdicts.unresolved].each do |verdict|
        @lines.notify(:verdicts, verdicts: -> { [verdict] })
        @now += 10
      end

      assert_equal ["missing = same +0.4 % [-1.0, 1.8] 13 pairs", "missing ? unresolved +0.4 % [-1.0, 1.8] 13 pairs"], said
    end

    def test_computes_verdicts_only_when_it_prints_them
      made = 0
      5.times { @lines.notify(:verdicts, verdicts: -> { made += 1 and [] }) }

      assert_equal 1, made
    end

    def test_a_check_reports_failures_at_once_and_otherwise_its_progress
      @now += 30
      @lines.notify(:start, cases: 40, controls: 60)
      (1..40).each do |done|
        @now += 1
        a_case([done, 40], [done + 20, 60], share: done / 40.0, bad: done == 7)
      end

      assert_equal ["measuring: 0 of 40 cases, 0 of 60 controls", "HANG dalli a/7: none",
                    "9 of 40 cases, 29 of 60 controls, about 0:31 left"], said.first(3)
      assert_equal ["36 of 40 cases, 56 of 60 controls, about 0:04 left", "40 of 40 cases, 60 of 60 controls"], said.last(2)
      assert_equal 7, said.size
    end

    def test_a_small_part_of_a_check_predicts_no_time
      @lines.notify(:start, cases: 40, controls: 60)
      [0.04, 0.05].each do |share|
        @now += 10
        a_case([8, 40], [0, 60], share: share)
      end

      assert_equal ["8 of 40 cases, 0 of 60 controls", "8 of 40 cases, 0 of 60 controls, about 6:20 left"], said.drop(1)
    end

    def test_a_check_prints_a_line_at_least_every_10_seconds_even_if_no_case_ends
      @lines.notify(:start, cases: 1, controls: 0)
      25.times do
        @now += 1
        @lines.notify(:progress, cases: [0, 1], controls: [0, 0], share: 0.0)
      end

      assert_equal ["0 of 1 case"] * 2, said.drop(1)
    end

    def test_a_single_round_prints_the_first_every_tenth_and_the_last_row
      @lines.notify(:start, rows: 12)
      (1..12).each { |number| 2.times { @lines.notify(:cell, cell: Struct.new(:title).new("r#{number}")) } }
      @lines.notify(:round, number: 0, generation: 0, rows: nil)

      assert_equal ["measuring: 12 rows", "row 1 of 12: r1", "row 10 of 12: r10", "row 12 of 12: r12"], said
    end

    def test_reports_a_disturbance_when_it_begins_and_when_it_ends
      [{ "core 1 is shared with stress (pid 7)" => 0.97 }, { "core 1 is shared with stress (pid 7)" => 0.5 }, {}].each do |found|
        @now += 10
        @lines.notify(:disturbance, found: found)
      end

      assert_equal ["warning: core 1 is shared with stress (pid 7): 97 %", "over: core 1 is shared with stress (pid 7)"], said
    end

    def test_names_one_disturbance_in_ten_seconds_and_counts_the_others
      steps = [{ "a" => 0.1 }, { "b" => 0.2 }, {}, { "c" => 0.3 }]
      steps.each { |found| @lines.notify(:disturbance, found: found) }
      @now += 10
      @lines.notify(:disturbance, found: { "d" => 0.4, "e" => 0.5 })
      @lines.notify(:disturbance, found: { "f" => 0.5 })
      @lines.notify(:done)

      assert_equal ["warning: a: 10 %", "warning: e: 50 %; 3 more since the last line", "warning: 1 further disturbance"], said
    end

    def test_a_reader_that_went_away_is_no_reason_to_stop
      reader, writer = IO.pipe
      reader.close

      assert_nil Live::Lines.new(writer, clock: -> { 0.0 }).notify(:warning, message: "x")
      writer.close
    end

    private

    def a_case(cases, controls, share:, bad: false)
      @lines.notify(:case, cases: cases, controls: controls, share: share, name: "dalli a/#{cases.first}",
                           outcome: bad ? "HANG" : "PASS", bad: bad, reason: "none")
    end

    def said(io = @io) = io.string.lines(chomp: true).map { |line| line.sub(/\A\[.*?\] /, "") }
  end

  class Live::VerdictLinesTest < Minitest::Test
    def test_a_verdict_has_its_change_and_interval_and_pairs_if_there_are_any
      assert_equal ["get ▲ slower +4.1 % [3.6, 4.7] 24 pairs", "multiget ! invalid"],
                   Live::Lines.verdicts([MadeVerdicts.slower, MadeVerdicts.invalid])
    end

    def test_distinguishes_several_contenders
      assert_equal ["dalli@3.2.8:get", "b:get"],
                   Live::Lines.verdicts([MadeVerdicts.slower, MadeVerdicts.slower(contender: "b")]).map { |text| text.split.first }
    end
  end
end
