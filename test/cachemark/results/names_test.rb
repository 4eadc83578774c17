# frozen_string_literal: true

require "test_helper"
require "minitest/mock"

module Cachemark
  class Results::NamesTest < Minitest::Test
    NAMES = Results::Names.new(hosts: ["build-7"], users: %w[alice root], addresses: ["10.1.2.3"],
                               folders: { "/people/alice" => "~" })

    def test_a_machine_and_its_people_have_no_names
      assert_equal "on HOST by USER at ADDRESS:11211", NAMES.without("on build-7 by Alice at 10.1.2.3:11211")
      assert_equal "rebuild-70, malice and 10.1.2.34", NAMES.without("rebuild-70, malice and 10.1.2.34")
    end

    def test_what_is_the_same_on_every_machine_stays
      ["1.6.45", "taskset -c 1", "127.0.0.1:11211", "interrupt/timeout-in-get",
       "a\xFF".b.force_encoding("UTF-8")].each { |text| assert_equal text, NAMES.without(text) }
    end

    def test_names_are_found_at_any_depth
      assert_equal [{ "x" => ["…/y", "USER", 1, nil, true] }], NAMES.without([{ "x" => ["/srv/y", "alice", 1, nil, true] }])
    end

    def test_the_name_of_a_member_is_replaced_only_if_it_is_a_path
      assert_equal({ "alice" => 1, "Server#/a/b" => 2, "…/dalli.rb" => 3, "~" => 4 },
                   NAMES.without({ "alice" => 1, "Server#/a/b" => 2, "/srv/acme/dalli.rb" => 3, "/people/alice" => 4 }))
    end

    # Base64 may look like a path, and so may the pattern of a method.
    def test_evidence_is_left_alone
      bytes = "/abc/x3g="
      lines = [{ "octets" => [[1, 0, "server", "ab+/abc/x3g="], [2, 0, "client", bytes]], "latencies" => "/abc/x3g" },
               { "history" => [{ "value" => { "bytes" => "/abc/x3gab==", "encoding" => "UTF-8" } }] },
               { "seen" => { "methods" => { "Regexp#match /\\A(?:GET|SET)/\\s" => 1.0, "alice /a/b" => 2.0 } } }]

      assert_equal lines, NAMES.without(lines)
      assert_equal({ "keys" => ["…/b"], "arrivals" => "…/x.json" },
                   NAMES.without({ "keys" => ["/a/b"], "arrivals" => "/abc/x.json" }))
    end

    def test_words_of_a_record_are_no_names
      lines = [{ **Line["block"], "server" => { "version" => "1" }, "case" => "key/build-7" }]
      names = Results::Names.new(hosts: %w[Server build-7 rare-1], users: %w[block version bob]).in(lines)

      assert_equal lines, names.without(lines)
      assert_equal "the server HOST:11211 sent USER and HOST a block",
                   names.without("the server server:11211 sent bob and rare-1 a block")
    end

    def test_a_short_name_is_replaced_where_no_other_word_can_be
      names = Results::Names.new(hosts: ["db"], users: ["me"])

      assert_equal "HOST:11211 of ~ has a db for me", names.without("db:11211 of /home/me has a db for me")
    end

    def test_those_of_this_machine_are_known
      paths = Paths.new("XDG_CACHE_HOME" => "/srv/acme/cache", "XDG_STATE_HOME" => "/srv/acme/state")
      hidden = Results::Names.here(paths).without([Socket.gethostname, "#{Dir.home}/acme/x", "#{paths.cache}/rubies/x",
                                                   "#{paths.campaigns}/x"])

      assert_equal %w[…/x ~/.cache/cachemark/rubies/x ~/.local/state/cachemark/campaigns/x], hidden.drop(1)
      refute_equal Socket.gethostname, hidden.first if Socket.gethostname.size > 3
    end

    def test_a_user_without_an_account_has_no_name
      Etc.stub(:getpwuid, -> { raise ArgumentError, "can't find user for 54321" }) do
        assert_equal "…/x", Results::Names.here(Paths.new("HOME" => "/h")).without("/srv/x")
      end
    end
  end
end
