# frozen_string_literal: true

require "test_helper"

module Cachemark
  class CLI::ContributeTest < Minitest::Test
    include ACommand

    def test_lists_the_steps_of_campaigns
      command("list", "campaigns")

      assert_match(/^client +3 steps +what a pull request/, out.string)
      assert_match(/^  dalli-5-or-2.7 +cachemark compare dalli@2.7.11 dalli@newest/, out.string)
      assert_match(/^  find-memcache-client +cachemark find/, out.string)
    end

    def test_a_repetition_takes_the_place_of_a_disturbed_result
      assert_equal [0, ["11:00"]], contributed(ran(disturbed, at: "10:00"), ran(at: "11:00", repeated: true))
      assert_equal %w[json jsonl.gz], Dir.glob("#{file("results")}/*/*").map { |path| path[/(?<=\.).*/] }.sort
    end

    def test_so_does_one_of_a_later_command
      contributed(ran(disturbed, at: "10:00"))

      assert_equal [0, ["11:00"]], contributed(ran(at: "11:00"))
      assert_equal 1, out.string.scan("Result: ").size
    end

    def test_a_disturbed_result_stays_until_there_is_another
      earlier = ran(disturbed, at: "10:00")
      contributed(earlier)

      { { more: UNAVAILABLE, blocks: 0 } => /no such gem/,
        { run: { "machine" => {} } } => /does not say on what machine/ }.each do |made, why|
        assert_equal [3, ["10:00"]], contributed(ran(made, at: "11:00"))
        assert_equal [3, ["10:00"]], contributed(earlier, ran(made, at: "11:00", repeated: true))
        assert_match(/^Result: .*T100000Z.*^No result: .*#{why}/m, out.string)
      end
    end

    def test_other_results_stay
      contributed(ran(disturbed, at: "10:00"), begun: "2026-11-20T10:00:00Z")
      contributed(ran(disturbed, at: "10:10"), ran(at: "10:20", repeated: true), step: "set")
      contributed(ran(at: "10:30"))

      assert_equal [0, %w[10:00 10:20 10:30 11:00]], contributed(ran(at: "11:00"))
    end

    private

    MACHINE = { "cpu" => "AMD EPYC", "cores" => 2, "identity" => Host::Machine.facts["identity"],
                "load" => [0.1, 0.2, 0.3] }.freeze
    UNAVAILABLE = [{ "type" => "failure", "cell" => "c-dalli", "status" => "unavailable", "reason" => "no such gem" }].freeze
    private_constant :MACHINE, :UNAVAILABLE

    def disturbed = { ending: ending(50.0) }

    def ending(steal)
      { "outcome" => "complete", "ended_at" => "2026-11-21T12:00:00Z",
        "machine" => { "load" => [1.0], "steal_percent" => steal } }
    end

    # What a step measured at a time.
    def ran(made = {}, at:, repeated: false)
      run = { "machine" => MACHINE, "started_at" => "2026-11-21T#{at}:00Z", **made.fetch(:run, {}) }
      lines = MadeRecord.lines(ending: ending(0.0), **made, run: run)
      text = lines.map { |line| "#{JSON.generate(line)}\n" }.join
      Lab::Campaign::Ran.new(step: nil, record: file("#{at}#{made.hash}.jsonl", text), busy_percent: 0, repeated: repeated)
    end

    # [exit code, the times of all results] after a command whose campaign measured these.
    def contributed(*rans, step: "get", begun: "2026-11-21T10:00:00Z")
      @out = StringIO.new
      folder = Results::Folder.new(file("results"))
      step = Catalog::Campaign::Step.new(id: step, argv: [])
      lab = ->(&publish) { rans.each { |one| publish.call(one.with(step: step)) } && 0 }
      command = CLI::Contribute.new(out: out, err: nil)
      code = command.send(:measure, lab, { "id" => "tiny", "begun" => begun }, CLI::Publication.new(folder))
      [code, folder.results.map { |one| one.started_at[/T(\d\d:\d\d)/, 1] }]
    end
  end
end
