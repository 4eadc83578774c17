# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::SurveyTest < Minitest::Test
    include MemcachedServer

    def test_what_this_machine_has
      facts = survey

      assert_match(/\A\d+\.\d+/, facts.dig("memcached", "version"))
      assert_equal %w[cache state], facts["disks"].keys
      assert_operator facts.dig("disks", "cache", "free_bytes"), :>, 0
      assert_equal ["ruby", RUBY_VERSION], facts["runtimes"].first.values_at("language", "version")
      assert_equal File.exist?("/var/lib/dpkg/status"), facts["debian"]
      assert_equal facts, JSON.parse(JSON.generate(facts))
    end

    def test_where_nothing_is_here_nothing_fails
      FolderTree.open({}) do |root|
        other = Host::Keeper.start(env: { "PATH" => root })
        facts = survey(other, root: root)

        assert_nil facts.dig("memcached", "version")
        assert_match(/install memcached/, facts.dig("memcached", "how"))
        assert_equal [*Host::Tools::PROGRAMS, *Host::Tools::HEADERS].sort, (facts["missing"] - ["ruby.h"]).sort
        assert_nil facts.dig("disks", "cache", "free_bytes")
        refute facts["debian"]
      ensure
        other&.stop
      end
    end

    private

    def survey(keeper = self.keeper, root: "/")
      Dir.mktmpdir do |home|
        paths = Paths.new("HOME" => home)
        languages = Catalog.load.languages
        Lab::Survey.new(paths: paths, languages: languages, path: ["#{home}/bin"], root: root, home: home).facts(keeper)
      end
    end
  end
end
