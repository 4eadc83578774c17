# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::ProcessPoolTest < Minitest::Test
    include ALab

    def test_starts_a_process_for_each_lane_and_records_what_it_loaded
      subject = pool

      assert_empty subject.start(cells)
      assert_equal [["g3.null", 3], ["g3.socket", 3]],
                   writer.record.processes.map { |line| line.values_at("process", "generation") }
      assert_equal 2, %w[null socket].map { |lane| subject.process(lane).pid }.uniq.size
    end

    def test_a_contender_has_a_process_for_each_mode
      subject = pool
      null = cells.first
      assert_empty subject.start([null, null.with(id: "c9", mode: "threads-4"), null.with(id: "c8")])

      assert_equal [["g3.null", "sync"], ["g3.null threads-4", "threads-4"]],
                   writer.record.processes.map { |line| line.values_at("process", "mode") }
      refute_equal subject.process("null").pid, subject.process("null threads-4").pid
    end

    def test_a_process_that_does_not_start_costs_its_lane_only
      subject = pool({ "null" => { hello: "exit" } })
      failures = subject.start(cells)

      assert_equal ["null"], failures.keys
      assert_match(/exit code 7 during hello/, failures["null"])
      assert_predicate subject.process("socket").session, :alive?
      assert_raises(KeyError) { subject.process("null") }
      assert_equal ["g3.socket"], writer.record.processes.map { |line| line["process"] }
    end

    def test_a_client_that_cannot_be_loaded_is_not_left_running
      subject = pool({ "null" => { load: "failed", "heard" => File.join(folder, "heard") } })

      assert_match(/RuntimeError: no way/, subject.start(cells)["null"])
      assert_raises(KeyError) { subject.process("null") }
    end

    def test_another_file_than_asked_for_is_recorded_and_not_used
      expected = [{ gem: "null", version: "1", dir: "/store/null-1", extension_dir: nil, reports: nil }]
      subject = pool({}, others: { "null" => environment("null", expected: expected) })

      assert_match(/does not say which file/, subject.start(cells)["null"])
      assert_equal %w[g3.null g3.socket], writer.record.processes.map { |line| line["process"] }
    end

    def test_a_driver_that_cannot_be_moved_is_not_used
      skip "no taskset here" unless FACTS["taskset"]

      placement = ANYWHERE.with(pinned: true, driver_cpus: [4_000])
      failures = pool(placement: placement).start(cells)

      assert_equal({ "null" => "the driver could not be moved to cores (4000)" }, failures.slice("null"))
    end

    def test_replaces_a_process_that_died
      subject = pool
      subject.start(cells)
      dead = subject.process("null")
      dead.kill

      assert_nil subject.replace(cells.first)
      refute_equal dead.pid, subject.process("null").pid
      assert_equal %w[g3.null.2 g3.socket], %w[null socket].map { |lane| subject.process(lane).name }
      assert_equal "g3.null.2", writer.record.processes.last["process"]
    end

    def test_leaves_nothing_running
      subject = pool
      subject.start(cells)
      pids = %w[null socket].map { |lane| subject.process(lane).pid }
      subject.close

      assert pids.none? { |pid| Processes.alive?(pid) }
    end

    # A thread that failed must not keep the others from being ended.
    def test_ends_the_other_processes_if_one_start_raises
      broken = [Thread.new { raise "broken" }.tap { |thread| thread.report_on_exception = false }, Thread.new { sleep }]
      Thread.pass until broken.first.stop? && broken.first.status.nil?
      Lab.end_all(broken)

      assert_equal [false, false], broken.map(&:alive?)
      assert_raises(RuntimeError) { Lab.side_by_side([1, 2]) { |item| item == 1 ? raise("broken") : sleep } }
      assert_equal [2, 4], Lab.side_by_side([1, 2]) { |item| item * 2 }
    end

    private

    def contenders = @contenders ||= %w[null socket].map { |name| MadeCells.contender(name) }

    def cells = contenders.map { |contender| MadeCells.cell(contender: contender) }

    def pool(made = {}, **more) = Lab::ProcessPool.new(engine(contenders, made: made, **more), generation: 3)
  end
end
