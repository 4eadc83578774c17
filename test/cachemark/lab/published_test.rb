# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::PublishedTest < Minitest::Test
    include ALab

    def test_one_process_one_pass_and_the_published_order
      assert_equal "complete", run_lab(%w[socket null])
      assert_equal %w[c1 c2 c3 c4], writer.record.blocks.map { |block| block["cell"] }.uniq
      assert_equal [25] * 4, iterations
    end

    def test_what_departs_from_the_label_is_a_footnote
      run_lab(%w[socket])
      proofs = writer.record.proofs

      assert_equal [[0, 0], [3, 0]], proofs.map { |proof| proof.values_at("hits", "misses") }
      assert_includes proofs.last["footnotes"].join, "dalli never unmarshalled"
    end

    def test_reads_that_the_label_does_not_describe_are_told
      run_lab(%w[null])

      assert_match(/counted 0 hits and 0 misses per iteration, where the label describes 3 and 0/,
                   writer.record.proofs.last["footnotes"].last)
    end

    def test_what_a_client_does_not_offer_is_unavailable
      run_lab(%w[null], made: { open: [{ type: "not_offered", reason: "not offered: get" }, {}] })

      assert_equal [["c1", "unavailable", "not offered: get"]], failed
      assert_equal 25, iterations.sum
    end

    def test_a_client_that_fails_costs_its_row
      run_lab(%w[null], made: { block: ["failed", {}] })

      assert_equal [["c1", "failed", "RuntimeError: no way"]], failed
      assert_equal 25, iterations.sum
    end

    def test_a_client_that_cannot_be_loaded_costs_its_rows
      run_lab(%w[null socket], made: { load: ["failed", {}] })

      assert_equal [%w[c1 failed], %w[c2 failed]], failed.map { |line| line.first(2) }
    end

    def test_a_process_that_dies_leaves_the_rows_before_it
      run_lab(%w[null], made: { block: { wall_ns: 30_000_000 }, open: [{}, "exit"] })

      assert_equal [%w[c2 failed]], failed.map { |line| line.first(2) }
      assert_equal 25, iterations.sum
    end

    def test_nothing_runs_that_has_no_environment
      run_lab(%w[null], others: { "null" => Env::Unavailable.new(reason: "no compiler") })

      assert_equal [["c1", "unavailable", "no compiler"], ["c2", "unavailable", "no compiler"]], failed
    end

    private

    # With `made`, one made driver stands for all.
    def run_lab(names, made: nil, others: {})
      contenders = names.map { |name| MadeCells.contender(name) }
      cells = contenders.product(%w[client/set client/get]).each_with_index.map do |(contender, scenario), index|
        MadeCells.cell(contender: contender, scenario: scenario, id: "c#{index + 1}")
      end
      job = Lab::Job.new(cells: cells, seed: 1, iterations: 25, published: {})
      rig = rig_of(contenders, made, others)
      Lab::Published.new(job: job, rig: rig, writer: writer, live: live, stop: Lab::Stop.new, clock: CLOCK).call
    end

    def rig_of(contenders, made, others)
      program = Plan::Program.of(contenders).first.contender
      rig([*contenders, program].uniq(&:id), made: made ? { program.id => made } : {}, others: others)
    end

    def iterations
      writer.record.blocks.group_by { |block| block["cell"] }.values.map { |blocks| blocks.sum { |block| block["iterations"] } }
    end

    def failed = writer.record.failures.map { |line| line.values_at("cell", "status", "reason") }
  end
end
