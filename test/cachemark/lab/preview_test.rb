# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::PreviewTest < Minitest::Test
    # Answers for environments and releases of memcached.
    Builder = Struct.new(:answers) do
      def ready(contenders) = contenders.to_h { |one| [one.id, answers.fetch(one.id, true)] }
    end
    Servers = Struct.new(:known, :installed)

    def test_its_rows_are_those_that_a_report_would_show
      hidden = MadeCells.cell(contender: "null").with(shown: false)
      preview = of(timed([MadeCells.cell, hidden], for_s: 60.0))

      assert_equal [["socket", "client/get", "sync"]], preview.rows.map(&:to_a)
      assert_in_delta 60.0, preview.seconds
      assert_nil of(timed([MadeCells.cell], iterations: 5, for_s: 60.0)).seconds
    end

    def test_a_check_has_cases_and_roughly_the_time_that_they_take
      cases = Fault::Case.all([MadeTrial.fault])
      exams = [nil, "socket", "made"].map do |control|
        Plan::Exam.new(contender: MadeCells.contender.with(id: control || "null"), cases: cases, control: control)
      end
      preview = of(Lab::Check::Task.new(seed: 1, exams: exams))

      assert_equal [["null", "#{cases.size} cases"], ["the controls", "#{cases.size} cases"]],
                   preview.rows.map { |row| row.to_a.first(2) }
      one = of(Lab::Check::Task.new(seed: 1, exams: [exams.first.with(cases: cases.first(1))])).rows.first.what
      assert_equal "1 case", one
      assert_operator preview.seconds, :>, 0
      assert_equal %w[memcached null socket], preview.needs.map(&:name)
    end

    def test_it_needs_environments_and_servers
      impossible = Env::Unavailable.new(reason: "needs a newer Ruby")
      cells = %w[socket null client].map { |id| MadeCells.cell(contender: MadeCells.contender.with(id: id)) }
      task = timed(cells, memcached: "1.6.9")
      preview = of(task, "socket" => false, "client" => impossible)

      assert_equal [["memcached 1.6.9", "missing", nil], ["socket", "missing", nil], ["null", "ready", nil],
                    ["client", "impossible", "needs a newer Ruby"]], preview.needs.map(&:to_a)
      assert_equal "missing", of(task.with(memcached: nil)).needs.first.state
      assert_equal %w[ready missing], %w[1.6.45 1.6.9].map { |number| of(task.with(memcached: number)).needs.first.state }
    end

    def test_an_outage_takes_its_runs_and_options_are_examined_without_an_estimate
      cells = [MadeCells.cell, MadeCells.cell(contender: "null")]
      outage = Plan::Outage.new(incident: Vocabulary::Incidents["kill"], struck: 1, servers: 3, rate: 500, repeats: 2)
      trial = Plan::OptionTrial.new(contender: MadeCells.contender("dalli"), option: "compress", value: "on", default: "off",
                                    servers: 1)

      assert_in_delta 40.0, of(Lab::Outage::Task.new(cells: cells, seed: 1, outage: outage)).seconds
      looked = of(Lab::Options::Task.new(cells: cells, seed: 1, trials: [trial]))
      assert_equal [[["dalli", "compress=on", nil]], nil], [looked.rows.map(&:to_a), looked.seconds]
    end

    def test_releases_of_an_axis_depend_on_outcomes_but_each_server_is_needed
      positions = %w[1.6.9 1.6.45].each_with_index.map do |number, at|
        endpoint = Contender::Endpoint.new(memcached: number)
        Plan::Position.new(number: at, contender: MadeCells.contender.with(id: "socket #{at}", endpoint: endpoint), name: number)
      end
      cases = Fault::Case.all([MadeTrial.fault])
      axis = Plan::Exam::Axis.new(name: "socket", positions: positions, cases: cases)
      exam = Plan::Exam.new(contender: MadeCells.contender, cases: cases)
      preview = of(Lab::Check::Task.new(seed: 1, exams: [exam], axes: [axis]))

      assert_nil preview.seconds
      assert_equal ["memcached", "memcached 1.6.9", "memcached 1.6.45", "socket"], preview.needs.map(&:name)
    end

    private

    def timed(cells, **more) = Lab::Run::Task.new(cells: cells, seed: 1, for_s: 1.0, **more)

    def of(task, answers = {})
      known = [Env::Servers::Known.new(number: "1.6.9"), Env::Servers::Known.new(number: "1.6.45", cached: true)]
      Lab::Preview.of("run", task, builder: Builder.new(answers), servers: Servers.new(known))
    end
  end
end
