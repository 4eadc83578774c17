# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Report::OptionsTest < Minitest::Test
    extend Golden

    SEEN = MadeOptions.seen
    FAILING = SEEN.merge("probes" => { "set" => { "failed" => "ArgumentError: no" } }).freeze
    MORE = SEEN.merge("probes" => { **SEEN["probes"], "cas" => SEEN["probes"]["set"] }).freeze
    ELSEWHERE = MadeOptions::LINE.merge("option" => "pool", "value" => "3", "servers" => 2, "mode" => "threads-4,shared").freeze

    TEXTS = {
      "a row for each option" => -> { Report::Options.text(MadeOptions.whole, "terminal", width: 100) },
      "a row says where it was examined if not as in a table" => lambda do
        Report::Options.text(MadeOptions.effects([SEEN], [SEEN], ELSEWHERE), "terminal", width: 120)
      end
    }.freeze
    golden "options", TEXTS

    # {the work of a process with the value => the sentence}
    SENTENCES = {
      { name: "ms" } => "sends ms instead of set (set)", { count: 2 } => "set commands sent: 1 -> 2 (set)",
      { options: { "TCP_NODELAY" => %w[1] } } => "TCP_NODELAY set",
      { options: { "SO_RCVTIMEO" => ["0.0005 s"] } } => "SO_RCVTIMEO 0.0005 s",
      { limits: [0.0015] } => "waits for the server are limited to 0.0015 s",
      { methods: {} } => "-1 call per set: Client#set", { writes: 2.0 } => "writes 1 -> 2 (set)",
      { lost: { "connects" => 3, "errors" => [] } } => "attempts to connect to a lost server: 1 -> 3"
    }.freeze
    # Seconds after which it gave up on a silent server, without and with the value.
    SILENCES = {
      [nil, 1.5] => "gives up on a silent server after 1.5 s (before: more than 6.5 s)",
      [1.5, nil] => "waits for a silent server for more than 6.5 s (before: 1.5 s)",
      [0.5, 1.5] => "gives up on a silent server after 1.5 s (before: 0.5 s)",
      [0.5, 0.0] => "does not wait for a silent server (before: 0.5 s)"
    }.freeze

    def test_sentences_name_the_change_and_its_size
      SENTENCES.each { |changed, sentence| assert_equal [sentence], sentences(SEEN, MadeOptions.seen(**changed)) }
      SILENCES.each do |seconds, sentence|
        assert_equal [sentence], sentences(*seconds.map { |one| MadeOptions.seen(silent: { "waits_s" => one }) })
      end
    end

    def test_a_call_that_fails_or_that_only_one_side_offers_is_named
      { [SEEN, FAILING] => "set fails: ArgumentError: no", [SEEN, MORE] => "also offers cas",
        [MORE, SEEN] => "no longer offers cas" }.each { |sides, sentence| assert_equal [sentence], sentences(*sides) }
    end

    def test_json_has_the_status_of_each_row_and_what_it_changes
      document = ::JSON.parse(Report::Options.text(MadeOptions.whole, "json"))

      assert_equal [["changes", %w[encodings flags]], ["no effect seen", []], ["unseen", []]],
                   document["rows"].map { |row| [row["status"], row["effects"].map { |effect| effect["kind"] }] }
    end

    private

    # Of two processes without the value, and two with it.
    def sentences(*sides)
      row = MadeOptions.effects(*sides.map { |seen| [seen] * 2 }).rows.first
      Report::Options::Changes.new(row.effects).to_a
    end
  end
end
