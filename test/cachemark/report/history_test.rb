# frozen_string_literal: true

require "test_helper"

class HistoryReportTest < Minitest::Test
  Series = Struct.new(:client, :options, :scenario, :mode)
  Place = Struct.new(:machine_description, :server, :placement, :conditions)
  HISTORY = Cachemark::Report::History

  def test_a_place_is_what_is_known_of_it
    assert_equal "AMD EPYC; memcached 1.6.18; one-core; ruby 3.1.2p20",
                 HISTORY.place(Place.new("AMD EPYC", "1.6.18", "one-core", ""), runtime: "ruby 3.1.2p20 (2022-04-12) [x86_64]")
    assert_equal "two-core; as published", HISTORY.place(Place.new(nil, "", "two-core", "as published"))
  end

  def test_a_series_is_called_as_it_is_asked_for
    assert_equal "dalli client/get", HISTORY.name(Series.new("ruby/dalli", "", "client/get", "sync"))
    assert_equal "python/pylibmc,binary=on client/get gevent-8",
                 HISTORY.name(Series.new("python/pylibmc", "binary=on", "client/get", "gevent-8"))
  end

  def test_a_time_has_no_seconds
    assert_equal "2026-11-22 07:41", HISTORY.time("2026-11-22T07:41:51Z")
  end

  def test_a_document_says_what_it_is
    assert_equal({ "schema" => "cachemark/history/1", "command" => "history list", "entries" => [] },
                 JSON.parse(HISTORY.json("list", entries: [])))
  end
end
