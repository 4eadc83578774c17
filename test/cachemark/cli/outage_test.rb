# frozen_string_literal: true

require "test_helper"

module Cachemark
  class CLI::OutageTest < Minitest::Test
    include ACommand

    def test_shows_what_a_client_did_and_show_shows_it_again
      assert_equal 0, command("outage", "socket", *SHORT, "--output", file("o.jsonl")), err.string
      assert_match(/^socket: \d+ of 400 calls lost,(?: \d+ (?:unsent|late),)* not recovered when the run ended\.$/, out.string)
      assert_match(/^socket 1 +[.lu]+e+/i, out.string, "calls may be late before the kill, on a busy machine")
      first = out.string
      command("show", file("o.jsonl"))

      assert_equal first, out.string
    end

    # A third of the keys is lost. On a busy machine, the client may have fallen behind before that, so that nothing is proven.
    def test_a_limit_that_every_run_exceeds_ends_with_1
      code = command("outage", "socket", *SHORT, "--max-lost", "0", "--output", file("o.jsonl"))

      assert_match(/^socket: --max-lost 0% was exceeded in 1 of 1 run/, out.string)
      assert_equal out.string.include?("undecided") ? 4 : 1, code
      assert_equal 0, command("show", file("o.jsonl"))
      assert_match(/^socket: --max-lost 0% was exceeded in 1 of 1 run/, out.string)
      assert_equal 0, command("show", file("o.jsonl"), "--output", file("o.html")), err.string
      assert_includes File.read(file("o.html")), "--max-lost 0% was exceeded in 1 of 1 run"
    end

    def test_the_same_seed_has_the_same_calls
      2.times { |at| command("outage", "socket", *SHORT, "--with", "seed=5", "--output", file("#{at}.jsonl")) }

      assert_equal(*[0, 1].map { |at| Record::Reader.read(file("#{at}.jsonl")).traffics })
    end

    def test_a_contender_that_cannot_be_measured_ends_with_3
      assert_equal 3, command("outage", "dalli@5.0.3", "socket", *SHORT, "--output", file("o.jsonl"))
      assert_match(/^dalli@5.0.3 +unavailable/, out.string)
      assert_match(/^socket +> /, out.string)
    end

    SHORT = %w[--for 4s,1x --rate 100].freeze
  end
end
