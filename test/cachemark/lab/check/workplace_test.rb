# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::Check::WorkplaceTest < Minitest::Test
    include ALab

    LATE = { proxy: { "do" => [{ "wait_ms" => 60 }, { "pass" => "rest" }] }, judges: %w[own-value recovers],
             steps: [{ "subject" => { "interrupt" => { "by" => "timeout", "after_ms" => 20 } } }, { "read" => "others" },
                     { "wait_ms" => 60 }, { "read" => "others" }] }.freeze

    def test_a_contender_has_one_driver_and_another_has_another
      socket, patient = contenders("socket", {}, { "timeout" => "2" })

      assert_equal pid(socket), pid(socket)
      refute_equal pid(socket), pid(patient)
    end

    def test_mutants_have_one_driver_which_none_of_them_changes
      made = contenders("control", {}, { "mutant" => "keeps-connection" }, { "mutant" => "gives-up" })

      assert_equal 1, made.map { |contender| pid(contender) }.uniq.size
      assert_equal %w[PASS CORRUPT PASS], made.values_at(0, 1, 0).map { |contender| outcome(contender) }
    end

    def test_servers_stay_for_those_who_connect_in_the_same_way
      socket, patient = contenders("socket", {}, { "timeout" => "2" })
      one, same, two = [[socket, 1], [patient, 1], [socket, 2]].map { |contender, count| @workplace.ring(contender, count) }

      assert_same one, same
      assert_equal [1, 2], [one, two].map { |ring| ring.servers.size }
    end

    def test_it_ends_what_it_started_and_starts_it_again
      socket, = contenders("socket", {})
      before = [pid(socket), @workplace.ring(socket, 1).servers.first.pid]
      @workplace.stop

      assert(Processes.eventually { before.none? { |pid| Processes.alive?(pid) } })
      refute_equal before.first, pid(socket)
    end

    def test_a_driver_that_does_not_start_is_tried_again
      contenders("null", {}, made: { "null 0" => { load: "exit" } })

      2.times { assert_raises(Driver::Crash) { pid(@contenders.first) } }
      assert_empty @workplace.engine.writer.record.processes
    end

    def teardown = @workplace&.stop

    private

    def contenders(name, *options, made: {})
      @contenders = options.map.with_index do |own, at|
        contender = MadeCells.contender(name)
        contender.with(id: "#{name} #{at}", options: contender.options.merge(own))
      end
      @workplace = Lab::Check::Workplace.new(engine(@contenders, made: made))
      @contenders
    end

    def pid(contender)
      @workplace.client(contender, mode: "sync", actor: "subject").instance_variable_get(:@process).pid
    end

    def outcome(contender)
      runner = Lab::Check::FaultRunner.new(@workplace, contender, 7)
      runner.call(MadeTrial.one("get", **LATE)).outcome.tap { runner.leave }
    end
  end
end
