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

    def test_every_mode_of_the_suite_or_of_the_entry_or_those_asked_for
      entry = Catalog::Suite::Entry.new(id: "dalli", notation: "dalli", section: "Dalli", modes: %w[fibers-02])
      told = ->(**how) { cells([DALLI, SOCKET], **how).map { |cell| [cell.contender.id, cell.mode] }.uniq }

      assert_equal [%w[dalli sync], %w[dalli threads-2], %w[socket sync], %w[socket threads-2]],
                   told.call(suite_modes: %w[sync threads-02])
      assert_equal [%w[dalli fibers-2], %w[socket sync]], told.call(entries: [entry])
      assert_equal [%w[dalli threads-4], %w[socket threads-4]], told.call(entries: [entry], modes: %w[threads-4 threads-04])
    end

    def test_the_reference_rides_along_in_each_mode_that_its_language_has
      pylibmc, python = %w[pylibmc python/socket].map { |name| MadeCells.contender(name) }
      unseen = cells([DALLI, pylibmc], references: [SOCKET, python], modes: %w[sync gevent-4]).reject(&:shown)

      assert_equal [%w[socket sync], %w[python/socket sync], %w[python/socket gevent-4]],
                   unseen.map { |cell| [cell.contender.id, cell.mode] }.uniq
    end

    def test_labels_are_the_suites
      cell = cells([DALLI.with(section: "Testing dalli")], labels: { "client/set" => "set:CLIENT" }).first

      assert_equal ["set:dalli", "Testing dalli"], [cell.label, cell.section]
    end

    private

    def cells(contenders, references: [SOCKET], entries: [], labels: {}, suite_modes: ["sync"], modes: nil)
      ids = %w[client/set client/get store/get]
      suite = Catalog::Suite.new(id: "s", title: "S", summary: "", contenders: entries, scenarios: ids, labels: labels,
                                 modes: suite_modes)
      Plan::Cells.new(suite: suite, contenders: contenders, references: references, modes: modes,
                      scenarios: ids.map { |id| MadeCells.scenario(id) }).to_a
    end
  end
end
