# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::PublishedTest < Minitest::Test
    include APublishedLab

    def test_one_pass_in_the_published_order
      assert_equal "complete", run_published(%w[socket null])
      assert_equal %w[c1 c2 c3 c4], writer.record.blocks.map { |block| block["cell"] }.uniq
      assert_equal [25] * 4, iterations.values
    end

    def test_one_process_serves_all_where_the_program_was_one
      run_published(%w[socket null])
      lines = writer.record.processes

      assert_equal [%w[p1 p1.socket socket], %w[p1 p1.null null]],
                   lines.map { |line| line.values_at("program", "process", "contender") }
      assert_equal 1, lines.map { |line| line["pid"] }.uniq.size
      assert_equal %w[p1.socket p1.null], writer.record.blocks.map { |block| block["process"] }.uniq
      assert_equal [{ rows: 4 }], live.of(:start)
    end

    def test_each_contender_has_its_own_process_if_it_was_published_so
      run_published(%w[socket null], published: { "processes" => "each contender" })

      assert_equal %w[p1 p2], writer.record.processes.map { |line| line["program"] }
      assert_equal 2, writer.record.processes.map { |line| line["pid"] }.uniq.size
    end

    def test_each_mode_has_its_own_process_if_it_was_published_so
      run_published(%w[socket null], published: { "processes" => "each mode", "clients" => "each row", "flush" => "never" },
                                     scenarios: pairs(8), modes: %w[sync threads-2,shared])

      assert_empty failed
      assert_equal [%w[p1 p1.socket], %w[p2 p2.socket], %w[p3 p3.null], %w[p4 p4.null]],
                   writer.record.processes.map { |line| line.values_at("program", "process") }
      assert_equal [8 * 25] * 8, writer.record.blocks.map { |block| block["calls"] }.each_slice(2).map(&:sum)
      assert_equal %w[c1 c2 c3 c4 c5 c6 c7 c8], writer.record.blocks.map { |block| block["cell"] }.uniq
      assert_includes notes, "as published: its workers share one client"
    end

    def test_over_pairs_a_get_reads_what_the_set_before_it_has_stored
      run_published(%w[socket], published: { "processes" => "each mode", "clients" => "each row", "flush" => "never" },
                                scenarios: pairs(8))

      assert_equal [[0, 0], [8, 0]], writer.record.proofs.map { |proof| proof.values_at("hits", "misses") }
      assert writer.record.blocks.all? { |block| block["latencies"] }
      assert_match(/The published gets read what the sets had stored just before/, notes)
    end

    def test_the_order_holds_across_programs
      contenders = { "one" => "1.0.0", "two" => "2.0.0", "three" => "1.0.0" }.map do |id, version|
        MadeCells.contender("dalli").with(id: id, gems: { "dalli" => version }, source: Contender::Source.new(kind: "gem"))
      end
      run_published(contenders, made: { "*" => {} })

      assert_equal %w[c1 c2 c3 c4 c5 c6], writer.record.blocks.map { |block| block["cell"] }.uniq
      assert_equal [%w[p1 one], %w[p1 three], %w[p2 two]],
                   writer.record.processes.map { |line| line.values_at("program", "contender") }
    end

    def test_the_footnotes_are_those_of_the_form_that_ran
      run_published(%w[socket], scenarios: %w[client/set-plain client/get-plain])
      classic = notes
      @writer = nil
      FileUtils.rm_f(File.join(folder, "run.jsonl"))
      run_published(%w[socket], scenarios: %w[client/set-plain client/get-plain], published: { "layout" => "versions" })

      assert_match(/takes it as encode.*takes it as decode/m, classic)
      refute_match(/by position/, notes)
      assert_match(/what set:ruby had stored just before/, notes)
    end

    def test_reports_work_that_the_label_does_not_describe
      run_published(%w[null])

      assert_equal "as published: per iteration the server counted 0 hits, where the label describes 3 hits",
                   writer.record.proofs.last["footnotes"].last
    end

    def test_the_server_is_flushed_after_a_client_only_where_it_was
      run_published(%w[socket])
      assert_predicate held, :positive?

      @writer = nil
      FileUtils.rm_f(File.join(folder, "run.jsonl"))
      run_published(%w[socket], published: SHARED.merge("flush" => "after each contender"))
      assert_predicate held, :zero?
    end

    def test_the_prelude_runs_once_before_a_stores_rows
      scenarios = %w[store/get store/big-read-multi store/big-read-multi-localcache]
      run_published(%w[memcached_store], made: { "*" => { "heard" => heard } }, scenarios: scenarios)

      assert_equal %w[c2], requests("prepare").map { |request| request["cell"] }
      assert_equal %w[open open open prepare block],
                   File.readlines(heard).map { |line| JSON.parse(line)["type"] }.drop(1).first(5)
    end

    def test_an_operation_that_a_client_does_not_offer_is_unavailable
      run_published(%w[null], made: { "*" => { open: [{ type: "not_offered", reason: "not offered: get" }, {}] } })

      assert_equal [["c1", "unavailable", "not offered: get"]], failed
      assert_equal({ "c2" => 25 }, iterations)
    end

    def test_a_client_that_fails_costs_its_row
      run_published(%w[null], made: { "*" => { block: ["failed", {}] } })

      assert_equal [["c1", "failed", "RuntimeError: no way"]], failed
      assert_equal({ "c2" => 25 }, iterations)
    end

    def test_a_process_that_dies_leaves_the_rows_before_it
      run_published(%w[null], made: { "*" => { block: [{ wall_ns: 30_000_000 }, { wall_ns: 1 }, "exit"] } })

      assert_equal [%w[c2 failed]], failed.map { |line| line.first(2) }
      assert_equal 25, iterations["c1"]
    end

    def test_a_lost_server_ends_the_run_and_is_a_warning
      live.at(:cell) { Process.kill("KILL", memcached.pid) }

      assert_equal "stopped early", run_published(%w[socket])
      assert_match(/memcached .* is gone/, live.of(:warning).first[:message])
    end

    private

    # Of the scenarios' keys, those that the server still has; curr_items falls lazily after a flush.
    def held
      key = Catalog.load.scenario("client/set").keys.fetch("k1")
      TCPSocket.open("127.0.0.1", memcached.port) do |io|
        io.write("get #{key}\r\n")
        io.gets.start_with?("VALUE") ? 1 : 0
      end
    end

    def notes = writer.record.proofs.flat_map { |proof| proof["footnotes"] }.join("\n")
  end

  class Lab::Published::ProxiedTest < Minitest::Test
    include APublishedLab

    def test_the_first_two_iterations_of_every_row_are_seen
      look(%w[socket null])

      assert_equal %w[c1 c2 c3 c4].product([1, 2]), works.map { |line| line.values_at("cell", "pass") }
      assert_equal %w[p1.socket p1.null], works.map { |line| line["process"] }.uniq
      assert_empty writer.record.blocks
      assert_empty live.of(:round)
    end

    def test_rows_meet_what_the_rows_before_have_left
      look(%w[socket], scenarios: %w[client/set client/missing])
      deletes = works.last(2).map { |line| line["commands"].find { |command| command["does"] == "delete" }["misses"] }

      assert_equal [0, 3], deletes
      assert_equal [0], works.map { |line| line["prelude"] }.uniq
    end

    def test_records_the_published_form_next_to_the_label
      look(%w[memcached_store], made: { "*" => { "heard" => heard } }, scenarios: %w[store/mixed])
      opened = requests("open").first

      assert(opened["scenario"]["steps"].any? { |step| step["initial"] == 100 })
      assert_equal 2, works.last["expected"]["incr_hits"]
      refute_includes opened["servers"], memcached.address
    end

    def test_of_many_pairs_the_first_go_through_in_each_mode
      look([MadeCells.patient], published: { "processes" => "each mode", "clients" => "each row" }, scenarios: pairs(25_000),
                                modes: %w[sync threads-2,shared])

      assert_empty failed
      assert_equal [160], works.map { |line| line["pairs"] }.uniq
      assert_equal [0, 160, 0, 160], works.select { |line| line["pass"] == 2 }.map { |line| line["hits"] }
      assert_equal %w[p1.socket p2.socket], works.map { |line| line["process"] }.uniq
    end

    def test_one_server_under_two_names_is_found_out
      look(%w[socket], published: SHARED.merge("addresses" => %w[127.0.0.1 localhost]))

      assert_equal [%w[127.0.0.1 localhost]], works.map { |line| line["names"] }.uniq
    end

    def test_a_form_that_the_servers_contradict_is_invalid
      count = 0
      looking = Class.new(Lab::Published::Proxied) do
        define_method(:initialize) do |engine:, **more|
          engine.servers.define_singleton_method(:counters) { Plan::Work.new(hits: count += 1) }
          super(engine: engine, **more)
        end
      end
      run_published(%w[socket], loop: looking)

      assert_equal [%w[c1 invalid], %w[c2 invalid]], failed.map { |row| row.first(2) }
    end

    def test_a_client_that_fails_costs_its_row
      look(%w[null], made: { "*" => { block: ["failed", {}] } })

      assert_equal [["c1", "failed", "RuntimeError: no way"]], failed
      assert_equal %w[c2], works.map { |line| line["cell"] }.uniq
    end

    def test_a_client_that_dies_costs_its_rows
      look(%w[null socket], made: { "null" => { block: "exit" } }, published: { "processes" => "each contender" })

      assert_equal %w[c1 c2], failed.map(&:first)
      assert_equal %w[c3 c4], works.map { |line| line["cell"] }.uniq
    end

    private

    def look(names, **settings) = run_published(names, loop: Lab::Published::Proxied, **settings)
    def works = writer.record.works
  end
end
