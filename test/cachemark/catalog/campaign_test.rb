# frozen_string_literal: true

require "test_helper"
require "tmpdir"

module Cachemark
  class Catalog::CampaignTest < Minitest::Test
    HEAD = "id: mine\ntitle: t\nsummary: s\nsteps:\n"

    def read(steps)
      Dir.mktmpdir do |dir|
        File.write("#{dir}/mine.yml", HEAD + steps)
        Catalog.load.campaign("#{dir}/mine.yml")
      end
    end

    def refusal(steps) = assert_raises(Usage) { read(steps) }.what

    def test_every_shipped_campaign_is_valid_and_its_commands_parse
      steps = Catalog.load.campaigns.values.flat_map { |campaign| campaign.for("dalli").steps }
      steps.flat_map { |step| [step, step.shortened].compact }.each do |step|
        refute_includes step.argv.join(" "), "{"
        CLI.command(step.argv.first).new(out: StringIO.new, err: StringIO.new).send(:parse, step.argv.drop(1))
      end
    end

    def test_a_client_takes_its_place_in_every_command
      campaign = Catalog.load.campaign("client").for("dalli@5.3.2")
      check = campaign.shortened.steps.map(&:argv).find { |argv| argv.first == "check" }

      assert_equal ["dalli@5.3.2"], campaign.steps.map { |step| step.argv[1] }.uniq
      assert_equal %w[check dalli@5.3.2 --case interrupt/*], check
    end

    def test_an_empty_short_form_omits_the_step
      campaign = read("  - { id: a, argv: [run, dalli], short: [] }\n  - { id: b, argv: [run, dalli] }\n")

      assert_equal ["b"], campaign.shortened.steps.map(&:id)
    end

    def test_says_what_is_wrong_with_a_file
      assert_match(%r{mine.yml:6: /steps/1/id is the id of an earlier step},
                   refusal("  - { id: a, argv: [run, dalli] }\n  - { id: a, argv: [run, x] }\n"))
      assert_match(%r{/steps/0}, refusal("  - { id: a, argv: run }\n"))
      assert_match(/unknown campaign: standart/, assert_raises(Usage) { Catalog.load.campaign("standart") }.what)
    end
  end
end
