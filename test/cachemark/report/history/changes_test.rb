# frozen_string_literal: true

require "test_helper"
require "json_schemer"

class HistoryChangesReportTest < Minitest::Test
  SCHEMA = JSONSchemer.schema(Pathname("#{Cachemark::ROOT}/schema/history.json"))
  CHANGES = Cachemark::Report::History::Changes

  def test_a_release_that_did_it
    assert_equal "dalli 4.3.0 made client/get slower: +15.0 % [14.0, 16.0] compared with 4.2.0 (x socket, 2026-01-03).", sentence
  end

  def test_without_a_new_release_nothing_is_said_to_have_done_it
    assert_equal "dalli,protocol=meta became faster in client/get threads-4: -10.0 % compared with what 4.2.0 cost before " \
                 "(time per call, 2026-01-02).",
                 sentence(options: "protocol=meta", mode: "threads-4", metric: "wall_ns", effect: -0.1, interval: nil,
                          from: MadeTrend.points[0], to: MadeTrend.points[1])
  end

  def test_what_came_with_another_machine_is_told_with_it
    assert_match(/\Adalli 4.3.0 was slower in client\/get: .*; the machine or memcached was another one too\.\z/,
                 sentence(carried: true))
  end

  def test_a_machine_that_did_it_is_not_the_client
    assert_match(/\Adalli became slower in client\/get: .*; x socket did not move, so it was the machine and not the client\.\z/,
                 sentence(metric: "wall_ns", surroundings: true))
  end

  def test_the_newest_is_told_first
    old = MadeTrend.change(scenario: "client/set", effect: -0.1, interval: nil)
    text = CHANGES::Terminal.new(MadeTrend.review(changes: [old, MadeTrend.change]), width: 200).to_s

    assert_match(/\Adalli 4.3.0 made client\/get slower.*\ndalli 4.3.0 made client\/set faster/, text)
  end

  def test_what_a_machine_did_to_several_series_is_told_once
    machine = [0.061, 0.068].map do |effect|
      MadeTrend.change(metric: "wall_ns", surroundings: true, effect: effect, interval: nil, scenario: "client/#{effect}")
    end
    text = CHANGES::Terminal.new(MadeTrend.review(changes: [*machine, MadeTrend.change]), width: 200).to_s

    assert_equal ["dalli 4.3.0 made client/get slower: +15.0 % [14.0, 16.0] compared with 4.2.0 (x socket, 2026-01-03).",
                  "2 series became slower on 2026-01-03, by +6.1 % to +6.8 %; x socket did not move, so it was the machine and " \
                  "not the clients."], text.lines(chomp: true).first(2)
  end

  def test_that_nothing_moved_is_said_too
    review = MadeTrend.review(changes: [], since: "2026-01-02")

    assert_match(/\ANothing moved since 2026-01-02 in 3 series of 7 records\.\n/, CHANGES::Terminal.new(review, width: 80).to_s)
  end

  def test_markdown_is_a_list
    assert_match(/^- dalli 4.3.0 made client\/get slower/, CHANGES::Markdown.new(MadeTrend.review).to_s)
  end

  def test_json_follows_its_schema_and_has_every_member
    document = JSON.parse(CHANGES::JSON.new(MadeTrend.review).to_s)

    assert_empty(SCHEMA.validate(document).map { |error| error["error"] })
    assert_equal [*Cachemark::History::Change.members.map(&:to_s), "direction"].sort, document["changes"].first.keys.sort
    assert_equal "slower", document["changes"].first["direction"]
  end

  private

  def sentence(**members) = CHANGES::Sentences.of(MadeTrend.change(**members))
end
