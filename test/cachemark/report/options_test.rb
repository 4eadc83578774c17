# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Report::OptionsTest < Minitest::Test
    SEEN = MadeOptions.seen

    def test_a_row_for_each_option_says_what_it_changes_if_anything
      text = Report::Options.text(MadeOptions.whole, "terminal", width: 100)

      assert_match(/^No effect seen: compress=off\. Not looked at: timeout=1\.5\. 1 other value changes something\.$/, text)
      assert_match(/^string_fastpath=on +off +values marshalled instead of plain \(set\); flags 0 -> 2 \(set\)$/, text)
      assert_match(/^compress=off +on +no effect seen$/, text)
      assert_match(/^timeout=1\.5 +not set +unknown: it died$/, text)
    end

    def test_sentences_name_the_change_and_its_size
      assert_equal ["sends ms instead of set (set)"], sentences(name: "ms")
      assert_equal ["set commands sent: 1 -> 2 (set)"], sentences(count: 2)
      assert_equal ["TCP_NODELAY set"], sentences(options: { "TCP_NODELAY" => %w[1] })
      assert_equal ["SO_RCVTIMEO 0.0005 s"], sentences(options: { "SO_RCVTIMEO" => ["0.0005 s"] })
      assert_equal ["waits for the server are limited to 0.0015 s"], sentences(limits: [0.0015])
      assert_equal ["-1 call per set: Client#set"], sentences(methods: {})
      assert_equal ["writes 1 -> 2 (set)"], sentences(writes: 2.0)
      assert_equal ["gives up on a silent server after 1.5 s (before: more than 6.5 s)"], silence(nil, 1.5)
      assert_equal ["waits for a silent server for more than 6.5 s (before: 1.5 s)"], silence(1.5, nil)
      assert_equal ["gives up on a silent server after 1.5 s (before: 0.5 s)"], silence(0.5, 1.5)
      assert_equal ["does not wait for a silent server (before: 0.5 s)"], silence(0.5, 0.0)
      assert_equal ["attempts to connect to a lost server: 1 -> 3"], sentences(lost: { "connects" => 3, "errors" => [] })
    end

    def test_a_failing_call_is_named
      failing = SEEN.merge("probes" => { "set" => { "failed" => "ArgumentError: no" } })
      row = MadeOptions.effects([SEEN] * 2, [failing] * 2).rows.first

      assert_equal ["set fails: ArgumentError: no"], Report::Options::Changes.new(row.effects).to_a
    end

    def test_a_call_that_only_one_side_offers_is_named
      more = SEEN.merge("probes" => { **SEEN["probes"], "cas" => SEEN["probes"]["set"] })
      rows = [[[SEEN] * 2, [more] * 2], [[more] * 2, [SEEN] * 2]].map { |sides| MadeOptions.effects(*sides).rows.first }

      assert_equal ["also offers cas", "no longer offers cas"],
                   rows.flat_map { |row| Report::Options::Changes.new(row.effects).to_a }
    end

    def test_a_row_says_where_it_was_examined_if_not_as_in_a_table
      line = MadeOptions::LINE.merge("option" => "pool", "value" => "3", "servers" => 2, "mode" => "threads-4,shared")
      text = Report::Options.text(MadeOptions.effects([SEEN], [SEEN], line), "terminal", width: 120)

      assert_match(/^pool=3, threads-4,shared, 2 servers +off +no effect seen$/, text)
    end

    def test_json_keeps_to_its_schema
      document = ::JSON.parse(Report::Options.text(MadeOptions.whole, "json"))

      assert_equal [["changes", %w[encodings flags]], ["no effect seen", []], ["unseen", []]],
                   document["rows"].map { |row| [row["status"], row["effects"].map { |effect| effect["kind"] }] }
    end

    private

    def silence(*seconds)
      row = MadeOptions.effects(*seconds.map { |one| [MadeOptions.seen(silent: { "waits_s" => one })] * 2 }).rows.first
      Report::Options::Changes.new(row.effects).to_a
    end

    def sentences(**changed)
      row = MadeOptions.effects([SEEN] * 2, [MadeOptions.seen(**changed)] * 2).rows.first
      Report::Options::Changes.new(row.effects).to_a
    end
  end
end
