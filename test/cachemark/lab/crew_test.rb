# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::CrewTest < Minitest::Test
    include ALab

    def test_starts_a_process_for_each_lane_and_records_what_it_loaded
      subject = crew
      failures = subject.start(cells)

      assert_empty failures
      assert_equal %w[g3.null g3.socket], writer.record.processes.map { |line| line["process"] }.sort
      assert_equal 2, %w[null socket].map { |id| subject.session(id).pid }.uniq.size
    end

    def test_a_contender_has_a_process_for_each_mode_which_is_told_of_it
      heard = File.join(folder, "heard.jsonl")
      subject = crew({ "null" => { "heard" => heard } })
      null = cells.first
      assert_empty subject.start([null, null.with(id: "c9", mode: "threads-4"), null.with(id: "c8")])

      assert_equal [["g3.null", "sync"], ["g3.null threads-4", "threads-4"]],
                   writer.record.processes.map { |line| line.values_at("process", "mode") }.sort
      assert_equal %w[sync threads-4], File.readlines(heard).map { |line| JSON.parse(line)["mode"] }.sort
      refute_equal subject.session("null").pid, subject.session("null threads-4").pid
    end

    def test_a_process_that_does_not_come_up_costs_its_lane_only
      subject = crew("null" => { hello: "exit" })
      failures = subject.start(cells)

      assert_equal ["null"], failures.keys
      assert_match(/exit code 7 during hello/, failures["null"])
      assert_predicate subject.session("socket"), :alive?
      assert_raises(KeyError) { subject.session("null") }
    end

    def test_a_client_that_cannot_be_loaded_is_not_left_running
      subject = crew("null" => { load: "failed" })

      assert_match(/RuntimeError: no way/, subject.start(cells)["null"])
      assert_raises(KeyError) { subject.session("null") }
    end

    def test_another_file_than_asked_for_is_no_contender
      expected = [{ gem: "null", version: "1", dir: "/store/null-1", extension_dir: nil, reports: nil }]
      subject = crew({}, "null" => environment("null", expected: expected))

      assert_match(/does not say which file/, subject.start(cells)["null"])
    end

    def test_a_driver_that_cannot_be_moved_is_not_measured
      subject = crew
      subject.instance_variable_get(:@rig).define_singleton_method(:settle) { |_pid| "could not be moved to cores (1)" }
      failures = subject.start(cells)

      assert_equal({ "null" => "the driver could not be moved to cores (1)" }, failures.slice("null"))
      assert_raises(KeyError) { subject.session("null") }
    end

    def test_replaces_a_process_that_died
      subject = crew
      subject.start(cells)
      dead = subject.session("null")
      dead.kill

      assert_equal "g3.null", subject.process("null")
      assert_nil subject.replace(cells.first)
      refute_equal dead.pid, subject.session("null").pid
      assert_equal %w[g3.null.2 g3.socket], [subject.process("null"), subject.process("socket")]
      assert_equal "g3.null.2", writer.record.processes.last["process"]
    end

    def test_leaves_nothing_running
      subject = crew
      subject.start(cells)
      pids = %w[null socket].map { |id| subject.session(id).pid }
      subject.close

      assert pids.none? { |pid| Processes.alive?(pid) }
    end

    private

    def contenders = @contenders ||= %w[null socket].map { |name| MadeCells.contender(name) }

    def cells = contenders.map { |contender| MadeCells.cell(contender: contender) }

    def crew(made = {}, others = {})
      Lab::Crew.new(rig: rig(contenders, made: made, others: others), writer: writer, generation: 3)
    end
  end
end
