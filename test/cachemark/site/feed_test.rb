# frozen_string_literal: true

require "test_helper"
require "rexml/document"

module Cachemark
  class Site::FeedTest < Minitest::Test
    ATOM = "http://www.w3.org/2005/Atom"
    TIME = /\A\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\z/
    UUID = /\Aurn:uuid:\h{8}-\h{4}-8\h{3}-[89ab]\h{3}-\h{12}\z/

    def test_is_valid_atom
      feed = read(MadeSite.contents)

      assert_equal [ATOM, "feed"], [feed.namespace, feed.name]
      [feed, *entries(feed)].each { |element| required(element) }
      assert_equal 1, feed.get_elements("author/name").size
      assert_equal %w[title id updated link summary].sort, entries(feed).first.elements.map(&:name).sort
    end

    def test_an_entry_for_each_slowdown_of_a_client
      track = MadeSite.track
      slower = MadeSite.change(track)
      faster = slower.with(effect: -0.2, scenario: "client/set")
      machine = slower.with(surroundings: true, metric: "wall_ns")
      feed = read(MadeSite.contents(tracks: [track], changes: [slower, faster, machine]))

      assert_equal ["dalli 4.0.0 made client/get slower: +33.3 % [31.0, 35.0] compared with 3.2.8 (× socket, 2026-01-03)."],
                   entries(feed).map { |entry| text(entry, "title") }
      assert_equal ["2026-01-03T10:00:00Z"], entries(feed).map { |entry| text(entry, "updated") }
      assert_match(/\Aclients\/ruby-dalli\.html#change-\h{12}\z/, entries(feed).first.elements["link"].attributes["href"])
    end

    def test_ids_stay_what_they_are_and_no_two_are_one
      all = [MadeSite.contents, MadeSite.contents(scenario: "client/set")]
      ids = all.map { |contents| text(entries(read(contents)).first, "id") }

      assert_equal 2, ids.uniq.size
      assert_equal ids.first, text(entries(read(MadeSite.contents)).first, "id")
    end

    def test_hostile_names_stay_text
      contents = MadeSite.contents(scenario: "</title><x>&\u0001", client: "ruby/dalli")

      assert_includes text(entries(read(contents)).first, "title"), "</title><x>&\u{FFFD}"
    end

    def test_a_history_without_slowdowns_is_a_feed_too
      feed = read(MadeSite.contents(changes: []))

      required(feed)
      assert_empty entries(feed)
      assert_equal "2026-01-03T10:00:00Z", text(feed, "updated")
    end

    private

    def read(contents) = REXML::Document.new(Site::Pages::Feed.new(contents).to_s).root
    def entries(feed) = feed.get_elements("entry")
    def text(element, name) = element.elements[name].text

    # What RFC 4287 asks of a feed and of an entry, once each.
    def required(element)
      %w[id title updated].each { |name| assert_equal 1, element.get_elements(name).size, name }
      assert_match UUID, text(element, "id")
      assert_match TIME, text(element, "updated")
      refute_empty text(element, "title")
      assert_equal %w[alternate], element.get_elements("link").map { |link| link.attributes["rel"] }
    end
  end
end
