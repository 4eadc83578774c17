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
      assert_equal %w[run environment cell process proof block end], done.record.lines.map { |line| line["type"] }.uniq
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

    private

    def measure(contender: MadeCells.contender, published: nil, **options)
      job = Lab::Job.new(cells: [MadeCells.cell(contender: contender)], seed: 1, iterations: 6, published: published)
      settings = Lab::Settings.new(argv: ["run"], paths: Paths.new("XDG_CACHE_HOME" => folder), suite: {}, options: options,
                                   record: File.join(folder, "run.jsonl"))
      Lab::Measurement.new(job, settings, live: live, clock: CLOCK).call
    end
  end
end
