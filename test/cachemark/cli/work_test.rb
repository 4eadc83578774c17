# frozen_string_literal: true

require "test_helper"

module Cachemark
  class CLI::WorkTest < Minitest::Test
    include ACommand

    def test_shows_what_goes_over_the_wire
      assert_equal 0, command("work", "socket", "--scenario", "client/mixed", "--output", file("work.jsonl"))
      assert_match(/^mixed +6 set, 6 get +12 +1,188 +708 +12 +6 +4 marshalled/, out.string)
      assert_equal "complete", Record::Reader.read(file("work.jsonl")).ending["outcome"]
    end

    def test_a_record_of_it_shows_the_same_again
      command("work", "socket", "--scenario", "client/get", "--output", file("work.jsonl"))
      first = out.string
      command("show", file("work.jsonl"))

      assert_equal first, out.string
    end

    def test_a_document_goes_where_it_is_wanted
      command("work", "socket", "--scenario", "client/get", "--format", "json", "--output", file("work.json"))
      document = JSON.parse(File.read(file("work.json")))

      assert_empty out.string
      assert_equal [["client/get", "ok", 3, 3]],
                   document["rows"].map { |row| row.values_at("scenario", "status", "round_trips", "hits") }
      assert_equal [nil, nil], document["options"].values_at("for_s", "iterations")
    end

    def test_a_row_says_which_of_its_options_change_nothing
      command("work", "dalli@4.3.10,string_fastpath=on,compress=off", "--scenario", "client/get", "--output", file("work.jsonl"))
      assert_includes out.string, "string_fastpath=on: no effect seen"
      refute_includes out.string, "compress=off: no effect seen"
    end

    # The reference waits for a second, in processes that share the machine with the proxies.
    alone def test_options_of_a_client_are_listed_with_what_each_changes
      assert_equal 0, command("work", "--options", "socket", "--output", file("options.jsonl"))
      assert_match(/^timeout=1\.5 +not set +.*waits for the server are limited to 1\.5 s instead of 1 s/m, out.string)
      first = out.string
      command("show", file("options.jsonl"))

      assert_equal first, out.string
      waits = { "socket: " => 1.0, "socket: namespace=example" => 1.0, "socket: timeout=1.5" => 1.5 }
      assert_equal waits, least_waits("options.jsonl")
    end

    def test_options_of_a_client_that_cannot_run_are_unknown_with_the_reason
      assert_equal 3, command("work", "--options", "dalli@5.0.3", "--output", file("options.jsonl"))
      assert_match(/^string_fastpath=on +off +unknown: needs Ruby >= 3\.3/, out.string.gsub(/\n {5,}/, " "))
    end

    private

    # {configuration => seconds after which it gave up on a silent server, in halves}, of the pass that the machine delayed least.
    def least_waits(name)
      looks = File.foreach(file(name)).map { |line| JSON.parse(line) }.select { |line| line["of"] == "configuration" }
      looks.group_by { |line| line["configuration"] }.transform_values do |passes|
        ((passes.map { |pass| pass.dig("seen", "silent", "waits_s") }.min + 0.05) * 2).floor / 2.0
      end
    end
  end
end
