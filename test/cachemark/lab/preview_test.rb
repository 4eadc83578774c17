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
      preview = of(job([MadeCells.cell, hidden], for_s: 60.0))

      assert_equal [["socket", "client/get", "sync"]], preview.rows.map(&:to_a)
      assert_in_delta 60.0, preview.seconds
      assert_nil of(job([MadeCells.cell], iterations: 5, for_s: 60.0)).seconds
    end

    def test_a_check_has_cases_and_roughly_the_time_that_they_take
      cases = Fault::Case.all([MadeTrial.fault])
      exams = [nil, "socket", "made"].map do |control|
        Plan::Exam.new(contender: MadeCells.contender.with(id: control || "null"), cases: cases, control: control)
      end
      preview = of(job([], exams: exams))

      assert_equal [["null", "#{cases.size} cases"], ["the controls", "#{2 * cases.size} cases"]],
                   preview.rows.map { |row| row.to_a.first(2) }
      one = of(job([], exams: [exams.first.with(cases: cases.first(1))])).rows.first.what
      assert_equal "1 case", one
      assert_operator preview.seconds, :>, 0
      assert_equal %w[memcached null socket], preview.needs.map(&:name)
    end

    def test_it_needs_environments_and_servers
      impossible = Env::Unavailable.new(reason: "needs a newer Ruby")
      cells = %w[socket null client].map { |id| MadeCells.cell(contender: MadeCells.contender.with(id: id)) }
      job = job(cells, memcached: "1.6.9")
      preview = of(job, "socket" => false, "client" => impossible)

      assert_equal [["memcached 1.6.9", "missing", nil], ["socket", "missing", nil], ["null", "ready", nil],
                    ["client", "impossible", "needs a newer Ruby"]], preview.needs.map(&:to_a)
      assert_equal "missing", of(job.with(memcached: nil)).needs.first.state
      assert_equal %w[ready missing], %w[1.6.45 1.6.9].map { |number| of(job.with(memcached: number)).needs.first.state }
    end

    private

    def job(cells, **more) = Lab::Job.new(cells: cells, seed: 1, **more)

    def of(job, answers = {})
      known = [Env::Servers::Known.new(number: "1.6.9"), Env::Servers::Known.new(number: "1.6.45", cached: true)]
      Lab::Preview.of("run", job, builder: Builder.new(answers), servers: Servers.new(known))
    end
  end
end
