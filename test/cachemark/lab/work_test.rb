# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::WorkTest < Minitest::Test
    include ALab

    def test_every_cell_proves_itself_and_is_observed
      assert_equal "complete", look(%w[socket null])
      assert_equal %w[c1 c2 c3 c4].product([true]), writer.record.proofs.map { |line| line.values_at("cell", "ok") }
      assert_equal %w[c1 c2 c3 c4], writer.record.works.map { |line| line["cell"] }.uniq
      assert_equal Integer, writer.record.works.first["locks"].class
      assert_empty writer.record.blocks
      assert_equal [{ rows: 4 }], live.of(:start)
    end

    def test_counts_what_the_user_asked_for
      skip "strace is not installed" unless keeper.which("strace")
      look(%w[socket], counts: %w[writes])

      assert_empty failed
      assert_equal %w[c1 c2], writer.record.counts.map { |line| line["cell"] }.uniq.sort
    end

    def test_each_mode_has_its_own_process
      look(%w[socket], modes: %w[sync threads-2 gevent-2])

      assert_equal [%w[c5 unavailable], %w[c6 unavailable]], failed
      assert_equal({ "c1" => ["g0.socket", 1], "c2" => ["g0.socket", 1],
                     "c3" => ["g0.socket threads-2", 2], "c4" => ["g0.socket threads-2", 2] },
                   writer.record.works.to_h { |line| [line["cell"], line.values_at("process", "iterations")] })
      assert_equal [["c3", 2], ["c4", 2]], writer.record.in_flights.map { |line| line.values_at("cell", "seen") }
    end

    def test_a_cell_with_a_wrong_reply_or_without_an_observation_shows_no_work
      wrong = { ok: false, mismatches: [{ iteration: 0, step: 0, op: "get", key: "k1", expected: "a", actual: "b" }] }
      look(%w[null], made: { "null" => { verify: [wrong, {}], open: [{}, {}, { type: "not_offered", reason: "no" }] } })

      assert_equal [%w[c1 invalid], %w[c2 failed]], failed
      assert_empty writer.record.works
    end

    def test_a_process_that_dies_is_replaced_for_the_cells_after
      look(%w[null], made: { "null" => { "dies_once" => File.join(folder, "died") } })

      assert_equal [%w[c1 failed]], failed
      assert_equal [["c2", "g0.null.2"]] * 2, writer.record.works.map { |line| line.values_at("cell", "process") }
    end

    def test_a_contender_that_does_not_come_up_fails_and_the_others_go_on
      look(%w[null socket other], made: { "null" => { load: "exit" } }, others: { "other" => Env::Unavailable.new(reason: "no") })

      assert_equal [%w[c1 failed], %w[c2 failed], %w[c5 unavailable], %w[c6 unavailable]], failed.sort
      assert_equal %w[c3 c4], writer.record.works.map { |line| line["cell"] }.uniq
    end

    def test_a_wish_to_stop_keeps_what_there_is
      live.at(:cell) { interrupt }

      assert_equal "interrupted", look(%w[socket])
      assert_equal %w[c1], writer.record.works.map { |line| line["cell"] }.uniq
    end

    private

    def look(names, modes: %w[sync], made: {}, others: {}, counts: [])
      contenders = names.map { |name| name == "null" ? MadeCells.contender(name) : MadeCells.patient.with(id: name) }
      cells = contenders.product(modes, %w[client/get client/set]).each_with_index.map do |(contender, mode, scenario), index|
        MadeCells.cell(contender: contender, scenario: scenario, mode: mode, id: "c#{index + 1}")
      end
      task = Lab::Work::Task.new(cells: cells, seed: 1, counts: counts)
      Lab::Work.new(task: task, engine: engine(contenders, made: made, others: others)).call
    end

    def failed = writer.record.failures.map { |line| line.values_at("cell", "status") }
  end
end
