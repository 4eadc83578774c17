# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::SettingsTest < Minitest::Test
    def test_the_commands_words_count_before_the_suites
      assert_equal [2, 5], [settings({ "servers" => 2 }).servers, settings({ "servers" => 2 }, servers: 5).servers]
      assert_equal 1, settings.servers
    end

    def test_has_the_placement_that_was_asked_for
      assert_equal [nil, "spread"], [settings.placement, settings({}, placement: "spread").placement]
    end

    def test_knows_of_a_server_that_is_not_ours
      assert_nil settings.foreign
      foreign = settings({ "servers" => 2 }, server: ["localhost", 11_211])
      assert_equal [["localhost", 11_211], 1], [foreign.foreign, foreign.servers]
    end

    def test_each_record_has_a_folder_of_logs_in_the_cache
      assert_equal "/cache/cachemark/logs/run", settings.logs
    end

    private

    def settings(suite = {}, **options)
      Lab::Settings.new(argv: ["run"], paths: Paths.new("XDG_CACHE_HOME" => "/cache"), suite: suite, options: options,
                        record: "/records/run.jsonl")
    end
  end
end
