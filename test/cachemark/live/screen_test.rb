# frozen_string_literal: true

require "test_helper"
require "stringio"

module Cachemark
  # What a terminal shows after some events.
  class Live::ScreenTest < Minitest::Test
    extend Golden

    Size = Struct.new(:height, :width) do
      def color? = false
    end
    Title = Struct.new(:title)
    Host = Struct.new(:name, :state, :done)
    STRESS = "core 1 is shared with stress (pid 7)"
    ROW = { label: "dalli:set", wall_ns: 31_370.0, interval: [31_000.0, 31_700.0], socket_ratio: 1.5 }.freeze
    WAITING = { cases: [0, 40], controls: [0, 0], share: 0.0 }.freeze

    def setup
      @io = StringIO.new
      @now = 100.0
      @screen = Live::Screen.new(@io, clock: -> { @now }, display: @size = Size.new(24, 80))
    end

    # Numbers pass seconds. The screen draws twice a second at most, and each drawing replaces the one before.
    TEXTS = {
      "a table with precision and the reference" => -> { after(round(ROW)) },
      "a table after the terminal was resized" => lambda do
        after(round(ROW))
        resized(40) { after(1, cell) }
      end,
      "each drawing replaces the one before" => lambda do
        after(round({ label: "one" }), 1, [:generation, { number: 4 }], round({ label: "two" }, generation: 4))
      end,
      "rows that do not fit" => -> { after(round(*rows)) },
      "their second page" => -> { after(round(*rows), Live::CurrentTable::Pages::TURN_S, cell) },
      "the time, and what is measured now" => lambda do
        after([:start, { total_s: 120 }], [:generation, { number: 0 }], round({ label: "one" }), 65, cell)
      end,
      "pairs and a proof" => lambda do
        after([:start, { total_s: 120 }], [:pair, { number: 14, noise: 3 }], 1, [:proof, cell.last])
      end,
      "a failure" => lambda do
        after([:failure, { cell: MadeCells.cell, status: "failed", reason: "the driver ended\nmore" }], round)
      end,
      "a check" => lambda do
        after([:start, { cases: 40, controls: 20 }], 30,
              a_case(1, "HANG", cases: [10, 40], controls: [4, 20], share: 0.2, reason: "no end"), 1,
              a_case(2, "PASS", cases: [11, 40], controls: [4, 20], share: 0.25))
      end,
      "failures of a check in a narrow terminal" => lambda do
        resized(40) { after(a_case(1, "FAIL", reason: "delete of absent was reported as done\nmore")) }
      end,
      "the last failures that fit as a whole" => lambda do
        @size.height = 8
        after(*(1..9).flat_map { |number| [1, a_case(number, "FAIL", cases: [number, 40], reason: "long " * 20)] })
      end,
      "the time goes on while no case ends" => -> { after([:start, { cases: 40, controls: 0 }], 3, [:progress, WAITING]) },
      "a disturbance while it lasts" => -> { after(round, disturbed(STRESS => 0.971)) },
      "a disturbance at the end" => lambda do
        after(round, disturbed(STRESS => 0.971), disturbed(STRESS => 0.4), disturbed, [:done, {}])
      end,
      "of many that disturb the worst have a name" => lambda do
        after(round, disturbed("a" => 0.1, "b" => 0.3, "c" => 0.2, "d" => 0.05))
      end,
      "a long note takes two lines at most" => -> { resized(40) { after([:warning, { message: "much " * 40 }], round) } },
      "environments that do not fit are counted" => lambda do
        after(*Array.new(500) { |at| [:environment, { contender: "c#{at}", state: "resolving" }] })
      end,
      "an environment is built" => -> { after(built) },
      "an environment that failed" => lambda do
        after(built, [:environment, { contender: "dalli", state: "failed", message: "no compiler" }])
      end,
      "verdicts" => -> { after(verdicts) },
      "several hosts" => lambda do
        hosts = [Host.new("web1", "measuring", 12), Host.new("web2", "silent for 20 s", 3)]
        after([:hosts, { hosts: hosts, counted: "pairs" }])
      end,
      "steps of a search" => -> { after(step("3.0.0 and 3.0.4: +4 %"), 1, step("3.0.0 and 3.0.2: +0 %\nmore")) },
      "verdicts of a search leave its steps" => -> { after(step("3.0.0 and 3.0.4"), 1, verdicts) },
      "a step is a note below a table" => -> { after(verdicts, step("looking again"), 1, verdicts) },
      "nothing stays but warnings" => lambda do
        after([:warning, { message: "memcached is gone" }], round({ label: "one" }), [:done, {}])
      end
    }.freeze
    golden "screen", TEXTS

    def test_draws_twice_a_second_at_most
      3.times { after(round) }
      once = @io.string.scan("Ctrl-C").size
      after(0.5, round)

      assert_equal [1, 2], [once, @io.string.scan("Ctrl-C").size]
    end

    def test_verdicts_are_made_only_when_they_are_drawn
      made = 0
      3.times { @screen.notify(:verdicts, verdicts: -> { made += 1 and [MadeVerdicts.slower] }) }

      assert_equal 1, made
    end

    def test_a_terminal_that_went_away_is_no_reason_to_stop
      reader, writer = IO.pipe
      reader.close

      assert_nil Live::Screen.new(writer, clock: -> { 0.0 }).notify(:environment, contender: "dalli", state: "ready")
      writer.close
    end

    private

    # The screen after these events: [name, facts], or seconds that pass.
    def after(*events)
      events.each { |event| event.is_a?(Numeric) ? @now += event : @screen.notify(event.first, **event.last) }
      TinyTerminal.show(@io.string)
    end

    def resized(width)
      @size.width = width
      yield
    end

    def round(*rows, generation: 0)
      [:round, { number: 0, generation: generation, rows: -> { rows.map { |members| MadeRecord.row(**members) } } }]
    end

    def rows = Array.new(60) { |index| { label: "row#{index}", wall_ns: 2_000.0 } }
    def cell = [:cell, { cell: Title.new("dalli:get") }]
    def disturbed(found = {}) = [:disturbance, { found: found }]
    def built = [:environment, { contender: "dalli", state: "building", gem: "kgio 2.11.4" }]
    def verdicts = [:verdicts, { verdicts: -> { [MadeVerdicts.slower] } }]
    def step(text) = [:step, { text: text }]

    def a_case(number, outcome, **more)
      [:case, { cases: [1, 40], controls: [0, 0], share: 0.0, name: "dalli a/#{number}", outcome: outcome, bad: outcome != "PASS",
                **more }]
    end
  end
end
