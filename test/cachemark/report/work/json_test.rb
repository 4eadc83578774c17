# frozen_string_literal: true

require "test_helper"
require "json_schemer"

module Cachemark
  class Report::Work::JSONTest < Minitest::Test
    SCHEMA = JSONSchemer.schema(Pathname("#{Cachemark::ROOT}/schema/work.json"))

    def test_follows_its_schema
      rows = [MadeWork.row("a", "client/get", [MadeWork.command("get", hits: 3, flags: [1])], first: { "hits" => 0 }, locks: nil),
              MadeWork.row("b", "client/get", []).first(2)]

      assert_empty errors(document(*rows))
      assert_empty errors(document(*rows, ending: nil))
    end

    def test_what_workers_do_not_share_evenly_follows_it_too
      command = MadeWork.command("get", count: 2, hits: 1)
      row = MadeWork.row("a", "client/get", [command], iterations: 4, first: { "hits" => 3 })
      waited = { "type" => "in_flight", "cell" => "a client/get", "of" => 4, "seen" => 1 }
      told = document([*row, waited])

      assert_empty errors(told)
      assert_equal [{ "seen" => 1, "of" => 4 }, 0.5], told["rows"].first.then { |one| [one["in_flight"], one["round_trips"]] }
    end

    def test_the_schema_knows_every_member_of_a_row
      known = ::JSON.parse(File.read("#{Cachemark::ROOT}/schema/work.json")).dig("$defs", "row", "properties").keys

      assert_equal (Stats::WorkTable::Row.members - Stats::Row::INTERNAL).map(&:to_s).sort, known.sort
    end

    def test_has_the_rows_that_are_shown_with_their_footnotes
      said = document(MadeWork.row("a", "client/set", [MadeWork.command("set", ttls: [9])]),
                      MadeWork.row("socket", "client/set", [MadeWork.command("set")], cell: { "shown" => false }))

      assert_equal ["cachemark/work/1", "work"], said.values_at("schema", "command")
      assert_equal [["a", "ok", ["ttl 9 where the scenario says none"]]],
                   said["rows"].map { |row| row.values_at("contender", "status", "footnotes") }
    end

    private

    def document(*rows, **more)
      ::JSON.parse(Report::Work::JSON.new(Said::WorkTable.of(MadeWork.record(*rows, **more))).to_s)
    end

    def errors(document) = SCHEMA.validate(document).map { |error| error["error"] }
  end
end
