# frozen_string_literal: true

require "test_helper"

module Cachemark
  class CLI::Selection::SweepsTest < Minitest::Test
    def test_a_parameter_gives_a_cell_for_each_value
      cells = cells("dalli", "socket", sweep: "size=100,10k")

      assert_equal %w[client/get,size=100 client/get,size=10k] * 2, cells.map { |cell| cell.scenario.id }
      assert_equal [%w[size], %w[100 10k]], selection("dalli", sweep: "size=100,10k").task.sweeps.first.to_h.values
    end

    def test_several_sweeps_are_a_grid
      ids = cells("socket", sweep: ["size=100,10k", "keys=1,10"]).map { |cell| cell.scenario.id }

      assert_equal %w[100,keys=1 100,keys=10 10k,keys=1 10k,keys=10].map { |point| "client/get,size=#{point}" }, ids
    end

    def test_what_does_not_have_a_dimension_is_measured_once
      ids = cells("socket", sweep: "size=100,10k", scenarios: %w[client/get client/missing]).map { |cell| cell.scenario.id }
      contenders = cells("dalli", "socket", sweep: "string_fastpath=on,off").map { |cell| cell.contender.id }

      assert_equal %w[client/get,size=100 client/get,size=10k client/missing], ids
      assert_equal %w[dalli,string_fastpath=on dalli,string_fastpath=off socket], contenders
    end

    def test_a_mode_has_each_number_of_workers
      assert_equal %w[threads-1 threads-4], cells("socket", sweep: "threads=1,4").map(&:mode)
      assert_equal %w[threads-4,shared], cells("dalli", sweep: "threads,shared=4").map(&:mode)
    end

    # timeout takes numbers.
    def test_a_name_that_is_bound_to_another_has_its_values
      places = cells("dalli", "memcached", sweep: ["timeout=$threads", "threads=1,4"]).map { |one| [one.contender.id, one.mode] }

      assert_equal [%w[dalli,timeout=1 threads-1], %w[dalli,timeout=4 threads-4], %w[memcached,timeout=1 threads-1],
                    %w[memcached,timeout=4 threads-4]], places
    end

    def test_a_suites_entry_keeps_its_scenarios_and_options
      text = "scenarios: [client/get, client/set]\ncontenders:\n" \
             "  - { id: mine, contender: dalli, options: { namespace: \"a,b\" }, scenarios: [client/get] }\n"
      FolderTree.open("own.yml" => text) do |folder|
        cells = cells(suite: File.join(folder, "own.yml"), sweep: ["compress=on,off", "size=10,20"], scenarios: nil)

        assert_equal %w[mine,compress=on mine,compress=off], cells.map { |cell| cell.contender.id }.uniq
        assert_equal %w[client/get,size=10 client/get,size=20], cells.map { |cell| cell.scenario.id }.uniq
        assert_equal [{ "namespace" => "a,b", "compress" => "on" }], [cells.first.contender.given]
      end
    end

    def test_a_suite_may_sweep_by_itself_and_the_command_may_sweep_otherwise
      assert_equal %w[100 1k 10k 100k 1M], selection(suite: "sizes", scenarios: nil).task.sweeps.first.values
      assert_equal 2, cells("dalli", suite: "sizes", sweep: "size=1,2").size
      assert_equal 5, cells("dalli", suite: "sizes").size
    end

    def test_a_name_may_be_bound_to_the_threads_that_share_a_client
      assert_equal ["threads-4,shared"], cells("dalli", sweep: %w[threads,shared=4 timeout=$threads]).map(&:mode)
    end

    def test_a_suite_binds_a_dimension_to_another
      text = "scenarios: [client/get]\ncontenders: [dalli]\nsweep: { threads: [1, 2], timeout: $threads }\n"
      FolderTree.open("own.yml" => text) do |folder|
        cells = cells(suite: File.join(folder, "own.yml"), scenarios: nil)

        assert_equal [%w[dalli,timeout=1 threads-1], %w[dalli,timeout=2 threads-2]],
                     cells.map { |cell| [cell.contender.id, cell.mode] }
      end
    end

    def test_a_parameter_that_needs_another_one_comes_after_it
      ids = cells("socket", sweep: ["compressible=0,0.5", "size=1k"]).map { |cell| cell.scenario.id }

      assert_equal %w[0 0.5].map { |share| "client/get,size=1k,compressible=#{share}" }, ids
    end

    REFUSED = {
      "sise=1,2" => /nothing here has a dimension "sise"\nDid you mean size\?/, "compres=on" => /Did you mean compress\?/,
      "hit_ratio=0.5" => /none of the scenarios has hit_ratio \(client.set: no key set has a value\)/,
      "compress=maybe" => /compress is on or off/, %w[size=1 size=2] => /size is named twice/,
      %w[size=1 keys=2 size=$keys] => /size is named twice/,
      %w[size=1 keys=$sice] => /keys takes the values of sice, but no sweep has that name\n--sweep 'keys=\$size'/,
      %w[keys=$thread] => /Did you mean threads\?/,
      %w[keys=$size] => /keys takes the values of size, but no sweep has that name\n--sweep size=1,4/
    }.freeze

    def test_refuses_what_nothing_has
      REFUSED.each do |sweep, why|
        assert_match(why, refusal("dalli", sweep: sweep, scenarios: ["client/set"]), sweep.inspect)
      end
    end

    def test_refuses_what_is_named_already
      assert_match(/client.get,size=1k and the sweep both have size/,
                   refusal("dalli", sweep: "size=1", scenarios: ["client/get,size=1k"]))
      assert_match(/dalli,compress=on and the sweep both have compress/, refusal("dalli,compress=on", sweep: "compress=on,off"))
      assert_match(/both name the mode/, refusal("dalli", sweep: "threads=1", modes: ["sync"]))
    end

    private

    def selection(*words, sweep: [], **options)
      sweeps = [*sweep].map { |text| CLI::Quantity.sweep("--sweep", text) }
      options = { scenarios: ["client/get"], **options, sweeps: (sweeps if sweeps.any?) }.compact
      CLI::Selection.new(words, options, catalog: Catalog.load, versions: MadeVersions.new,
                                         runtime: Env::Runtimes::Runtime.current)
    end

    def cells(...) = selection(...).task.cells.select(&:shown)
    def refusal(...) = assert_raises(Usage) { cells(...) }.message
  end
end
