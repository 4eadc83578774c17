# frozen_string_literal: true

require "test_helper"
require "json"

module Cachemark
  class CLI::DoctorTest < Minitest::Test
    include ACommand
    include ALab

    LOOK = %w[doctor --for 0s --with install=cached].freeze

    def teardown = unpin

    def test_measures_on_real_memcached_and_keeps_the_record_that_was_named
      code = command("doctor", "--with", "install=cached", "--for", "3s", "--output", file("d.jsonl"), "--format", "json")
      document = JSON.parse(out.string)

      assert_equal [document["trusted"] ? 0 : 3, "doctor", 3.0], [code, document["command"], document.dig("options", "for_s")]
      assert_equal 0, command("show", file("d.jsonl"), "--format", "markdown")
      assert_includes out.string, document["summary"]
    end

    def test_keeps_nothing_that_was_not_asked_for
      before, ENV["TMPDIR"] = ENV.fetch("TMPDIR", nil), @home
      assert_includes [0, 3], command(*LOOK)
      assert_match(/^Fine here: .*^Newer releases: nothing has been measured yet$.*^Found: /m, out.string)
      refute_match(/^Record:/, out.string)
      assert_empty Dir.glob("#{Paths.new.records}/*")
      assert_empty Dir.glob("#{@home}/cachemark-doctor*")
    ensure
      ENV["TMPDIR"] = before
    end
  end

  class CLI::Doctor::NewerReleasesTest < Minitest::Test
    # A source that does not answer.
    class Silence
      def of(_gem) = raise(Env::Registry::Silent.new("the gem source does not tell", try: "x"))
    end

    def setup = @folder = Dir.mktmpdir("cachemark-records")
    def teardown = FileUtils.remove_entry(@folder)

    def test_asks_for_the_clients_of_the_last_record
      write("old", ["dalli@3.2.8"], age_s: 60)
      write("new", ["dalli@4.3.10", "ruby/socket"])

      assert_equal [{ "client" => "dalli", "version" => "4.3.10", "newest" => "5.3.2", "requires" => ">= 3.3" }], facts["newer"]
      assert_equal [nil, "2026-11-21T10:00:00Z"], facts.values_at("why", "measured_at")
    end

    def test_records_without_releases_are_passed_over
      write("old", ["dalli@4.3.10"], age_s: 60)
      write("doctor", ["dalli@3.2.8"], run: { "command" => "doctor" })
      write("socket", ["ruby/socket"])
      File.write("#{@folder}/broken.jsonl", "{")

      assert_equal ["4.3.10"], facts["newer"].map { |one| one["version"] }
    end

    def test_a_record_that_did_not_reach_its_end_is_passed_over
      write("old", ["dalli@4.3.10"], age_s: 60)
      write("interrupted", ["dalli@3.2.8"], outcome: "interrupted")
      write("killed", ["dalli@3.2.7"], outcome: nil)

      assert_equal ["4.3.10"], facts["newer"].map { |one| one["version"] }
    end

    def test_says_why_nobody_was_asked
      assert_equal [nil, "nothing has been measured yet"], facts.values_at("newer", "why")

      write("new", ["dalli@4.3.10"])
      assert_equal [nil, "not looked up (install=cached)"], facts(offline: true).values_at("newer", "why")
      assert_equal [nil, "not looked up: the gem source does not tell"], facts(registry: Silence.new).values_at("newer", "why")
    end

    private

    def facts(registry: MadeRegistry.new, **options)
      CLI::Doctor::NewerReleases.facts(Catalog.load, registry, records: @folder, offline: false, **options)
    end

    def write(name, notations, run: {}, age_s: 0, outcome: "complete")
      lines = MadeRecord.lines(run: run, contenders: []).select { |line| line["type"] == "run" } +
              notations.map { |notation| { "type" => "cell", "notation" => notation } } +
              (outcome ? [{ "type" => "summary", "outcome" => outcome }] : [])
      path = "#{@folder}/#{name}.jsonl"
      File.write(path, lines.map { |line| "#{::JSON.generate(line)}\n" }.join)
      File.utime(Time.now - age_s, Time.now - age_s, path)
    end
  end
end
