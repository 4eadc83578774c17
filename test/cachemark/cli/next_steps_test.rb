# frozen_string_literal: true

require "test_helper"

module Cachemark
  class CLI::NextStepsTest < Minitest::Test
    def test_a_record_can_be_shown_as_a_document
      { %w[terminal json markdown html] => "html --output report.html", %w[json markdown] => "markdown",
        %w[terminal json] => "json" }.each do |formats, told|
        assert_equal ["cachemark show /r.jsonl --format #{told}"], steps(MadeRecord.lines, formats: formats)
      end
      assert_empty steps(MadeRecord.lines, formats: %w[terminal])
    end

    def test_a_record_without_a_file_has_no_next_step
      assert_empty CLI::Delivery::NextSteps.new(MadeRecord.of, MadeRecord.table, %w[json]).to_a
    end

    def test_words_are_written_as_a_shell_takes_them
      assert_equal ["cachemark show '/my runs/r.jsonl' --format json"], steps(MadeRecord.lines, path: "/my runs/r.jsonl")
    end

    def test_a_release_that_is_slower_is_looked_for
      assert_equal "cachemark find dalli 2.7.11..3.2.8 --scenario client/get", compared(%w[dalli@2.7.11 dalli@3.2.8]).first
      assert_equal "cachemark find dalli,protocol=meta 3.2.8..4.3.10 --scenario client/get",
                   compared(%w[dalli@3.2.8,protocol=meta dalli@4.3.10,protocol=meta]).first
    end

    def test_only_where_there_is_a_way_from_one_to_the_other
      [%w[dalli@3.2.8 dalli@2.7.11], %w[dalli@3.2.8 memcached@1.8.0], %w[dalli@3.2.8 dalli@path:../dalli],
       %w[dalli@2.7.11 dalli@3.2.8,protocol=meta], %w[memcache-client@1.5.0 memcache-client@rails-2.2.2]].each do |contenders|
        assert_equal 1, compared(contenders).size, contenders
      end
    end

    def test_a_regression_is_looked_for_among_the_commits
      contenders = %w[dalli@git:4e1f,repo=/r dalli@path:/r]
      lines = MadeComparison.lines(command: "gate", contenders: contenders, effects: { "client/get" => 0.05 }, sets: [1, 2])

      assert_equal "cachemark find dalli --git 4e1f..HEAD --scenario client/get", steps(lines).first
    end

    def test_an_unresolved_comparison_proposes_the_time_that_its_interval_needs
      lines = MadeComparison.lines(spread: 0.03, run: { "argv" => %w[compare a b --for 30s --record x.jsonl] })
      step = steps(lines).first

      assert_match(/\Acachemark compare a b --for \d+s\z/, step)
      assert_equal 0, step[/(\d+)s\z/, 1].to_i % 60
    end

    def test_does_not_propose_a_run_that_would_take_too_long
      assert_equal 1, steps(MadeComparison.lines(spread: 3.0)).size
    end

    def test_a_run_that_could_not_go_to_its_end_says_how_long_it_takes
      stopped = { "type" => "event", "kind" => "stopped", "message" => "12 pairs do not fit\nthey need about --for 84s" }
      lines = MadeComparison.lines(ending: { "outcome" => "stopped early" }, more: [stopped],
                                   run: { "argv" => %w[gate --for=40s --scenario client/*] })

      assert_equal "cachemark gate --scenario 'client/*' --for 84s", steps(lines).first
    end

    private

    def compared(contenders)
      steps(MadeComparison.lines(contenders: contenders, effects: { "client/get" => 0.05 }))
    end

    def steps(lines, path: "/r.jsonl", formats: %w[terminal json])
      record = Record.from_lines(lines, path: path)
      CLI::Delivery::NextSteps.new(record, CLI::Delivery::Subject.new(record).value, formats).to_a
    end
  end
end
