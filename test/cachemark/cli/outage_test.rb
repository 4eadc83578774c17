# frozen_string_literal: true

require "test_helper"

module Cachemark
  class CLI::OutageTest < Minitest::Test
    include ACommand
    include ALab

    def teardown = unpin

    def test_shows_what_a_client_did_and_show_shows_it_again
      assert_equal 0, command("outage", "socket", *SHORT, "--record", file("o.jsonl")), err.string
      assert_match(/^socket: \d+ of 400 calls lost, not recovered when the run ended\.$/, out.string)
      assert_match(/^socket 1 +[.lu]+e+/i, out.string, "calls may be late before the kill, on a busy machine")
      first = out.string
      command("show", file("o.jsonl"))

      assert_equal first, out.string
    end

    def test_the_same_seed_has_the_same_calls
      2.times { |at| command("outage", "socket", *SHORT, "--seed", "5", "--record", file("#{at}.jsonl")) }

      assert_equal(*[0, 1].map { |at| Record::Reader.read(file("#{at}.jsonl")).traffics })
    end

    def test_a_contender_that_cannot_be_measured_ends_with_3
      assert_equal 3, command("outage", "dalli@5.0.3", "socket", *SHORT, "--record", file("o.jsonl"))
      assert_match(/^dalli@5.0.3 +unavailable/, out.string)
      assert_match(/^socket +> /, out.string)
    end

    def test_mistakes_start_nothing
      { %w[outage] => "needs a contender", %w[outage dali] => "unknown client", %w[outage socket socket] => "named twice",
        %w[outage socket --kill 4] => "--kill 4: there are 3 servers", %w[outage socket --kill 0] => "--kill must be",
        %w[outage socket --rate 5] => "--rate must be", %w[outage socket --for 3s] => "--for 3s is too short",
        %w[outage socket --stop 1 --kill 2] => "--kill and --stop cannot be combined",
        %w[outage socket --lasts 5s] => "--lasts needs", %w[outage socket --delay 1ms] => "--delay needs --slow",
        %w[outage socket --rate 50000 --for 1m] => "at most 1,000,000 calls",
        %w[outage socket --stop 1 --at 6s] => "--for 10s is too short", %w[outage socket,tls=on --move 1] => "--move needs TCP",
        %w[outage null] => "null makes no network calls", %w[outage python/null dalli] => "remove python/null",
        %w[outage socket --server 127.0.0.1:1] => "invalid option" }.each do |argv, words|
        message = refused(*argv)

        assert_includes message, words
        assert_operator message.lines.size, :<=, 3
      end
      refute_path_exists Paths.new.records
    end

    SHORT = %w[--for 4s --rate 100 --repeat 1].freeze
  end
end
