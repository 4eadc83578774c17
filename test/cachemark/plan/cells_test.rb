# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Plan::CellsTest < Minitest::Test
    DALLI = MadeCells.contender("dalli")
    STORE = MadeCells.contender("dalli_store")
    SOCKET = MadeCells.contender("socket")

    def test_every_contender_over_the_scenarios_of_its_kind_in_the_suites_order
      shown = cells([DALLI, STORE]).select(&:shown)

      assert_equal ["dalli:set", "dalli:get", "dalli_store:get"], shown.map(&:label)
      assert_equal %w[c1 c2 c3], shown.map(&:id)
    end

    def test_the_reference_rides_along_in_every_scenario_that_is_run
      unseen = cells([DALLI]).reject(&:shown)

      assert_equal [%w[socket client/set], %w[socket client/get]], unseen.map { |cell| [cell.contender.id, cell.scenario.id] }
    end

    def test_a_reference_that_is_shown_does_not_ride_along_too
      assert cells([DALLI, SOCKET]).all?(&:shown)
    end

    def test_each_runtime_has_its_own_reference
      other = DALLI.with(id: "dalli,ruby=/ruby", runtime: "/ruby")
      unseen = cells([DALLI, SOCKET, other], references: [SOCKET, SOCKET.with(runtime: "/ruby")]).reject(&:shown)

      assert_equal ["/ruby"], unseen.map { |cell| cell.contender.runtime }.uniq
    end

    def test_an_entrys_own_scenarios_count
      entry = Catalog::Suite::Entry.new(id: "dalli", notation: "dalli", section: "Dalli", scenarios: ["client/get"])

      assert_equal %w[client/get], cells([DALLI], entries: [entry]).select(&:shown).map { |cell| cell.scenario.id }
    end

    def test_labels_are_the_suites
      cell = cells([DALLI.with(section: "Testing dalli")], labels: { "client/set" => "set:CLIENT" }).first

      assert_equal ["set:dalli", "Testing dalli"], [cell.label, cell.section]
    end

    private

    def cells(contenders, references: [SOCKET], entries: [], labels: {})
      ids = %w[client/set client/get store/get]
      suite = Catalog::Suite.new(id: "s", title: "S", summary: "", contenders: entries, scenarios: ids, labels: labels)
      Plan::Cells.new(suite: suite, contenders: contenders, references: references, modes: ["sync"],
                      scenarios: ids.map { |id| MadeCells.scenario(id) }).to_a
    end
  end
end
