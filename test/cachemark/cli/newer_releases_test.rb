# frozen_string_literal: true

require "test_helper"
require "json"

module Cachemark
  class CLI::NewerReleasesTest < Minitest::Test
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
      write("calibration", ["dalli@3.2.8"], run: { "command" => "calibrate" })
      write("socket", ["ruby/socket"])
      File.write("#{@folder}/broken.jsonl", "{")

      assert_equal ["4.3.10"], facts["newer"].map { |one| one["version"] }
    end

    def test_says_why_nobody_was_asked
      assert_equal [nil, "nothing has been measured yet"], facts.values_at("newer", "why")

      write("new", ["dalli@4.3.10"])
      assert_equal [nil, "not looked up (--offline)"], facts(offline: true).values_at("newer", "why")
      assert_equal [nil, "not looked up: the gem source does not tell"], facts(registry: Silence.new).values_at("newer", "why")
    end

    private

    def facts(registry: MadeRegistry.new, **options)
      CLI::NewerReleases.new(options, catalog: Catalog.load, records: @folder, registry: registry).facts
    end

    def write(name, notations, run: {}, age_s: 0)
      lines = MadeRecord.lines(run: run, contenders: []).select { |line| line["type"] == "run" } +
              notations.map { |notation| { "type" => "cell", "notation" => notation } }
      path = "#{@folder}/#{name}.jsonl"
      File.write(path, lines.map { |line| "#{::JSON.generate(line)}\n" }.join)
      File.utime(Time.now - age_s, Time.now - age_s, path)
    end
  end
end
