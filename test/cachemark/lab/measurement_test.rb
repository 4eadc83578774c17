# frozen_string_literal: true

require "test_helper"
require "socket"

module Cachemark
  class Lab::MeasurementTest < Minitest::Test
    include ALab

    def teardown = unpin

    def test_a_run_from_environments_to_a_closed_record
      done = measure

      assert_equal [0, "complete"], [done.code, done.record.ending["outcome"]]
      assert_equal done.record.lines, Record::Reader.read(File.join(folder, "run.jsonl")).lines
      assert_equal %w[run environment cell process proof block work end], done.record.lines.map { |line| line["type"] }.uniq
    end

    def test_counts_time_from_the_environments_being_ready
      ticks = 1_000_000
      done = measure(clock: -> { ticks += 1 })

      assert(done.record.blocks.all? { |block| (1..100).cover?(block["at_s"]) })
    end

    def test_a_row_that_cannot_be_had_here_is_no_bad_end
      done = measure(contender: MadeCells.contender("socket", refusal: "these versions cannot be"))

      assert_equal [0, "unavailable"], [done.code, done.record.failures.first["status"]]
    end

    def test_leaves_no_server
      port = measure.record.run["server"]["addresses"].first.split(":").last

      assert_raises(Errno::ECONNREFUSED) { TCPSocket.new("127.0.0.1", port) }
    end

    def test_a_server_of_the_users_is_used_and_left_running
      done = measure(server: ["127.0.0.1", memcached.port])

      assert_equal [[memcached.address], false], done.record.run["server"].values_at("addresses", "private")
      assert_predicate memcached, :alive?
    end

    def test_a_server_that_holds_items_is_refused_before_there_is_a_record
      TCPSocket.open("127.0.0.1", memcached.port) { |io| io.write("set precious 0 0 1\r\n1\r\n") && io.gets }

      assert_raises(Usage) { measure(server: ["127.0.0.1", memcached.port]) }
      refute_path_exists File.join(folder, "run.jsonl")
    end

    def test_the_published_loop_when_that_is_asked_for
      done = measure(published: {})

      assert_equal [1, 6], [done.record.processes.size, done.record.blocks.sum { |block| block["iterations"] }]
    end

    def test_the_published_server_is_one_with_the_published_arguments
      record = measure(published: { "memcached" => %w[-vv -m 64], "terminal" => true }, servers: 2).record

      assert_match(/memcached -vv -m 64 -l 127.0.0.1 -p \d+ -U 0( -u \w+)?\z/, record.run["server"]["argv"].first.join(" "))
      assert_equal 1, record.run["server"]["addresses"].size
    end

    def test_a_gem_that_cannot_be_built_costs_a_published_program_its_own_rows_only
      gone = MadeCells.contender("dalli").with(gems: { "dalli" => "2.7.11" }, version: "2.7.11",
                                               source: Contender::Source.new(kind: "gem"))
      record = measure(contender: [gone, MadeCells.contender], published: { "processes" => "one" }, offline: true).record

      assert_equal [%w[dalli unavailable]], record.failures.map { |line| line.values_at("contender", "status") }
      assert_equal 6, record.blocks.sum { |block| block["iterations"] }
      assert_match(/cannot be built as one here/, record.run["suite"]["notes"].first)
    end

    private

    def measure(contender: MadeCells.contender, published: nil, clock: CLOCK, **options)
      cells = [contender].flatten.each_with_index.map { |one, index| MadeCells.cell(contender: one, id: "c#{index + 1}") }
      job = Lab::Job.new(cells: cells, seed: 1, iterations: 6, published: published)
      settings = Lab::Settings.new(argv: ["run"], paths: Paths.new("XDG_CACHE_HOME" => folder), suite: {}, options: options,
                                   record: File.join(folder, "run.jsonl"))
      Lab::Measurement.new(job, settings, live: live, clock: clock).call
    end
  end
end
