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
      assert_equal %w[check dalli@5.3.2 --with memcached=newest --case interrupt/*], check
    end

    def test_an_empty_short_form_omits_the_step
      campaign = read("  - { id: a, argv: [run, dalli], short: [] }\n  - { id: b, argv: [run, dalli] }\n")

      assert_equal ["b"], campaign.shortened.steps.map(&:id)
    end

    def test_an_answer_names_rows_of_a_run
      step = read("  - { id: a, argv: [run, dalli], question: q, answer: { say: adds, pairs: [{ of: { client: dalli, " \
                  "scenario: store/get }, against: { scenario: client/get, mode: threads-4 } }] } }\n").steps.first
      of, against = step.answer.pairs.first

      assert_equal ["adds", %w[dalli store/get sync], %w[dalli client/get threads-4]], [step.answer.say, of.to_a, against.to_a]
    end

    def test_the_example_of_the_guide_is_a_step
      examples = GuidePages.blocks_of("yaml").filter_map { |_, text| text if text.start_with?("- id:") }

      assert_equal ["rails-store"], examples.flat_map { |text| read(text.gsub(/^/, "  ")).steps.map(&:id) }
    end

    def test_every_shipped_answer_names_clients_and_scenarios_of_the_catalogue
      catalog = Catalog.load
      catalog.campaigns.values.flat_map(&:steps).filter_map(&:answer).flat_map { |one| one.pairs.flatten }.each do |place|
        refute_nil catalog.client(place.client[/\A[^@,]+/])
        refute_nil catalog.scenario(place.scenario)
        refute_nil Vocabulary::Mode.parse(place.mode)
      end
    end

    def test_says_what_is_wrong_with_an_answer
      { "argv: [run, x], question: q" => %r{mine.yml:5: /steps/0/answer needs pairs},
        "argv: [compare, x, y], question: q, answer: { pairs: [{ of: { client: a, scenario: client/get }, against: " \
        "{ client: b } }] }" => %r{/steps/0/answer/pairs are rows of a run},
        "argv: [outage, x], question: q, answer: { say: adds }" => %r{/steps/0/answer is not for outage},
        "argv: [work, x], question: q" => %r{/steps/0/question is not answered by work},
        "argv: [run, x], question: q, answer: { say: costs }" => %r{/steps/0/answer/say is "costs"},
        "argv: [run, x], question: q, answer: { pairs: [{ of: { client: a }, against: { client: b } }] }" =>
          %r{/steps/0/answer/pairs/0/of needs},
        "argv: [compare, x, y], answer: { say: adds }" => %r{/steps/0} }.each do |facts, expected|
        assert_match expected, refusal("  - { id: a, #{facts} }\n")
      end
    end

    def test_says_what_is_wrong_with_a_file
      assert_match(%r{mine.yml:6: /steps/1/id is the id of an earlier step},
                   refusal("  - { id: a, argv: [run, dalli] }\n  - { id: a, argv: [run, x] }\n"))
      assert_match(%r{/steps/0}, refusal("  - { id: a, argv: run }\n"))
      assert_match(/unknown campaign: standart/, assert_raises(Usage) { Catalog.load.campaign("standart") }.what)
    end
  end
end
