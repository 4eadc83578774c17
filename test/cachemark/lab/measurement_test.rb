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
      assert_equal %w[run environment cell process proof block work end summary],
                   done.record.lines.map { |line| Record::Kinds.name(line) }.uniq
    end

    def test_the_last_line_sums_it_up_for_a_history
      record = measure.record

      assert_equal Stats::RecordSummary.of(Record.from_lines(record.lines[0..-2])), record.summaries.last.except("type")
      assert_equal 1, record.summaries.last["rows"].size
    end

    def test_counts_time_after_the_environments_are_built
      ticks = 1_000_000
      done = measure(clock: -> { ticks += 1 })

      assert(done.record.blocks.all? { |block| (1..100).cover?(block["at_s"]) })
    end

    def test_an_unavailable_row_does_not_fail_the_run
      done = measure(contender: MadeCells.contender("socket", refusal: "these versions cannot be"))

      assert_equal [0, "unavailable"], [done.code, done.record.failures.first["status"]]
    end

    def test_leaves_no_server
      port = measure.record.run["server"]["addresses"].first.split(":").last

      assert_raises(Errno::ECONNREFUSED) { TCPSocket.new("127.0.0.1", port) }
    end

    # `compare --watch` measures again and again in one process.
    def test_gives_back_the_cores_that_it_kept_off
      measure

      assert_equal FACTS["allowed_cpus"], Host::Machine.facts["allowed_cpus"]
    end

    def test_items_that_do_not_fit_are_refused_before_anything_starts
      assert_raises(Usage) { measure(scenario: "client/get,size=2M") }
      refute_path_exists File.join(folder, "run.jsonl")
    end

    def test_the_limit_of_a_users_server_counts
      large = Host::Memcached.start(keeper: keeper, arguments: %w[-m 64 -I 4m])

      assert_equal 0, measure(scenario: "client/get,size=2M", server: [large.access]).code
      assert_raises(Usage) { measure(scenario: "client/get,size=5M", server: [large.access]) }
    end

    def test_a_server_of_the_users_is_used_and_left_running
      done = measure(server: [memcached.access])

      assert_equal [[memcached.address], false], done.record.run["server"].values_at("addresses", "private")
      assert_predicate memcached, :alive?
    end

    def test_a_server_that_holds_items_is_refused_before_there_is_a_record
      TCPSocket.open("127.0.0.1", memcached.port) { |io| io.write("set precious 0 0 1\r\n1\r\n") && io.gets }

      assert_raises(Usage) { measure(server: [memcached.access]) }
      refute_path_exists File.join(folder, "run.jsonl")
    end

    def test_the_published_loop_when_that_is_asked_for
      done = measure(**published({}, iterations: 6))

      assert_equal [1, 6], [done.record.processes.size, done.record.blocks.sum { |block| block["iterations"] }]
    end

    def test_the_published_server_is_one_with_the_published_arguments
      record = measure(**published({ "memcached" => %w[-vv -m 64], "terminal" => true }), servers: 2).record

      assert_match(/memcached -vv -m 64 -l 127.0.0.1 -p \d+ -U 0( -u \w+)?\z/, record.run["server"]["argv"].first.join(" "))
      assert_equal 1, record.run["server"]["addresses"].size
    end

    def test_a_gem_that_cannot_be_built_costs_a_published_program_its_own_rows_only
      gone = MadeCells.contender("dalli").with(gems: { "dalli" => "2.7.11" }, version: "2.7.11",
                                               source: Contender::Source.new(kind: "gem"))
      record = measure(contender: [gone, MadeCells.contender], **published({ "processes" => "one" }), install: "cached").record

      assert_equal [%w[dalli unavailable]], record.failures.map { |line| line.values_at("contender", "status") }
      assert_equal 1, record.blocks.sum { |block| block["iterations"] }
      assert_match(/cannot be built as one here/, record.run["suite"]["notes"].first)
    end

    # A loop that measures nothing, and says what it was made with.
    class Idle
      def self.made = @made ||= []

      def initialize(**parts)
        Idle.made << parts
        @engine, @task = parts.values_at(:engine, :task)
      end

      def call
        @task.contenders.each { |contender| @engine.build(contender) }
        "complete"
      end
    end

    def test_any_loop_can_be_measured_with
      done = measure(loop: Idle)

      assert_equal [0, "complete", []], [done.code, done.record.ending["outcome"], done.record.blocks]
      assert_equal %i[engine task], Idle.made.last.keys.sort
    end

    # Measures as a client does that works otherwise in processes that nobody looks at.
    class Departing < Idle
      def call
        writer = @engine.writer
        work = { cell: "c1", process: "p1", iterations: 1, commands: [], bytes_out: 100, bytes_in: 100, round_trips: 0,
                 hits: 0, misses: 0, errors: 0 }
        [1, 2].each { |pass| writer.add("work", pass: pass, **work) }
        writer.append({ **Line["block"], "cell" => "c1", "process" => "p2", "iterations" => 100, "server_bytes_in" => 5_000,
                        "server_bytes_out" => 10_000 })
        super
      end
    end

    def test_a_row_that_only_the_table_finds_invalid_ends_with_three_too
      done = measure(loop: Departing)

      assert_equal [3, []], [done.code, done.record.failures]
    end

    # The record cannot be written any more when its last lines come.
    class Closing < Idle
      def call = super.tap { @engine.writer.close }
    end

    def test_a_record_that_breaks_at_its_end_is_reported
      done = measure(loop: Closing)

      assert_equal [3, nil], [done.code, done.record.ending["broken_off"]]
      assert_match(/is incomplete: closed stream/, done.broken)
      assert_equal [done.broken], live.of(:warning).map { |facts| facts[:message] }
    end

    def test_builds_and_records_later_environments_during_the_run
      contenders = %w[a b c].map { |id| MadeCells.contender.with(id: id) }
      search = { type: Lab::Find::Task, members: { for_s: 1.0, judging: { metrics: [] } } }
      record = measure(contender: contenders, loop: Idle, **search).record

      assert_equal %w[a c b], record.environments.map { |line| line["contender"] }
      types = record.lines.map { |line| Record::Kinds.name(line) }
      assert_operator types.rindex("environment"), :>, types.rindex("cell")
    end

    def test_goes_on_with_a_record
      first = measure(loop: Idle).record
      done = measure(loop: Idle, resumed: true)

      assert_equal first.lines, done.record.lines.first(first.lines.size)
      assert_equal %w[event end summary], done.record.lines.drop(first.lines.size).map { |line| line["type"] }
      assert_equal done.record.lines, Record::Reader.read(File.join(folder, "run.jsonl")).lines
    end

    private

    def published(facts, iterations: 1) = { type: Lab::Published::Task, members: { published: facts, iterations: iterations } }

    # Measures a task of this type, with these members.
    def measure(contender: MadeCells.contender, type: Lab::Run::Task, members: { for_s: nil, iterations: 1 }, loop: nil,
                clock: CLOCK, resumed: false, scenario: "client/get", **options)
      cells = [contender].flatten.each_with_index.map do |one, at|
        MadeCells.cell(contender: one, scenario: scenario, id: "c#{at + 1}")
      end
      settings = Lab::Settings.new(argv: ["run"], paths: Paths.new("XDG_CACHE_HOME" => folder), suite: {}, options: options,
                                   record: File.join(folder, "run.jsonl"), resumed: resumed)
      task = type.new(cells: cells, seed: 1, **members, **{ loop: loop }.compact)
      Lab::Measurement.new(task, settings, live: live, clock: clock).call
    end
  end
end
