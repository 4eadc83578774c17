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

    # Also if the campaign was interrupted before the step could be repeated.
    def test_goes_on_with_what_is_missing_or_disturbed_and_begins_again_if_asked
      contributed(ran(at: "10:00"), begun: began = Time.now.utc.iso8601)
      contributed(ran(disturbed, at: "10:10"), step: "set", begun: began)

      assert_equal [began, %w[set multi]], goes_on
      contributed(ran(at: "10:20", repeated: true), step: "set", begun: began)
      assert_equal [began, %w[multi]], goes_on
      assert_equal %w[get set multi], goes_on(restart: true).last
      assert_equal %w[get], goes_on(steps: ["get"]).last
    end

    def test_a_campaign_is_not_continued_after_a_week
      contributed(ran(at: "10:00"))

      assert_equal %w[get set multi], goes_on.last
    end

    def test_a_short_form_is_for_no_page
      contributed(ran(at: "10:00"), campaign: "tiny-short", short: true)
      assert_match(/^This was a short form\. Pages do not use it/, out.string)
      refute_match(/^Keep these files/, out.string)
      assert_match(%r{/results has only short forms\ncachemark contribute CLIENT, but not short\z}, refused(*publish))

      contributed(ran(at: "10:10"))
      assert_equal 0, command(*publish), err.string
      assert_match(/\A1 result, without 1 of short forms, which no page uses: \d+ files written/, out.string)
    end

    private

    def publish = ["publish", file("site"), "--results", file("results")]

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
    def contributed(*rans, step: "get", begun: "2026-11-21T10:00:00Z", campaign: "tiny", **options)
      @out = StringIO.new
      folder = Results::Folder.new(file("results"))
      step = Catalog::Campaign::Step.new(id: step, argv: [])
      lab = ->(&publish) { rans.each { |one| publish.call(one.with(step: step)) } && 0 }
      code = contribute(options).send(:measure, lab, { "id" => campaign, "begun" => begun }, CLI::Publication.new(folder))
      [code, folder.results.map { |one| one.started_at[/T(\d\d:\d\d)/, 1] }]
    end

    # When the campaign began that a further command continues, and the steps that it runs.
    def goes_on(**options)
      steps = %w[get set multi].map { |id| Catalog::Campaign::Step.new(id: id, argv: []) }
      campaign = Struct.new(:id, :steps).new("tiny", steps)
      begun, left = contribute(options).send(:continued, campaign, Results::Folder.new(file("results")))
      [begun, left.map(&:id)]
    end

    def contribute(options)
      CLI::Contribute.new(out: out, err: nil).tap { |command| command.instance_variable_set(:@options, options) }
    end
  end
end
