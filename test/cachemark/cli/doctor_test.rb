# frozen_string_literal: true

require "test_helper"
require "json_schemer"

module Cachemark
  class CLI::DoctorTest < Minitest::Test
    include ACommand
    include ALab

    SCHEMA = JSONSchemer.schema(Pathname("#{ROOT}/schema/doctor.json"))
    LOOK = %w[doctor --no-measure --offline].freeze

    def teardown = unpin

    def test_measures_on_real_memcached_and_keeps_what_it_was_told_to
      code = command("doctor", "--offline", "--for", "3s", "--record", file("d.jsonl"), "--format", "json")
      document = JSON.parse(out.string)

      assert_empty(SCHEMA.validate(document).map { |error| error["error"] })
      assert_equal [document["trusted"] ? 0 : 3, "doctor", 3.0], [code, document["command"], document.dig("options", "for_s")]
      assert_match(/cachemark|can see/i, document["summary"]) if document["trusted"]
      assert_equal 0, command("show", file("d.jsonl"), "--format", "markdown")
      assert_includes out.string, document["summary"]
    end

    def test_keeps_nothing_that_was_not_asked_for
      before, ENV["TMPDIR"] = ENV.fetch("TMPDIR", nil), @home
      assert_includes [0, 3], command(*LOOK)
      assert_match(/^Well here: .*^Newer releases: nothing has been measured yet$.*^Found: /m, out.string)
      refute_match(/^Record:/, out.string)
      assert_empty Dir.glob("#{Paths.new.records}/*")
      assert_empty Dir.glob("#{@home}/cachemark-doctor*")
    ensure
      ENV["TMPDIR"] = before
    end

    def test_mistakes_start_nothing
      { %w[doctor dalli] => /dalli is too much/, %w[doctor --for x] => /--for x/, %w[doctor --format csv] => /--format csv/,
        %w[doctor --scenario x] => /invalid option/, %w[doctor --output /nowhere/x] => %r{/nowhere/x has no folder},
        ["doctor", "--record", file("precious", "x")] => /precious/ }.each { |argv, wanted| assert_match wanted, refused(*argv) }
      assert_equal "x", File.read(file("precious"))
      refute_path_exists Paths.new.records
    end

    def test_helps
      assert_equal 0, command("doctor", "--help")
      %w[--for --no-measure --offline --format --record].each { |option| assert_includes out.string, option }
    end
  end
end
