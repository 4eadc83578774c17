# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::ClientProcessTest < Minitest::Test
    include ALab

    def test_a_process_with_its_client_loaded
      process = start

      assert_nil process.failure
      assert_equal ["p1", "socket", "sync", process.session.hello["runtime"]],
                   process.facts.values_at(:process, :contender, :mode, :runtime)
      assert_match(/\h{64}/, process.facts[:digest])
    end

    def test_the_driver_knows_its_mode
      heard = File.join(folder, "heard.jsonl")
      process = start(made: { "heard" => heard }, mode: "threads-4")

      assert_equal "threads-4", process.facts[:mode]
      assert_equal "threads-4", JSON.parse(File.read(heard))["mode"]
    end

    def test_knows_the_compiler_that_its_runtime_has_on
      yjit = { "name" => "yjit", "version" => "3.3.8" }
      process = start(made: { "jit" => yjit })

      assert_equal [yjit, yjit, nil], [process.jit, process.facts[:jit], process.failure]
      refute_includes start.facts.keys, :jit
      assert_nil start(made: { "jit" => yjit }, jit: "yjit").failure
    end

    def test_a_runtime_that_ignores_what_is_asked_for_is_refused
      off = start(made: { "x" => "x" }, jit: "yjit")
      on = start(made: { "jit" => { "name" => "yjit", "version" => "3.3.8" } }, jit: "off")

      assert_equal ["its Ruby runs with jit=off, not with jit=yjit", "its Ruby runs with jit=yjit, not with jit=off"],
                   [off.reason, on.reason]
      assert_equal "cachemark env runtime ruby-3.3-yjit builds one", off.failure.try
      refute_predicate off, :loaded?
    end

    def test_opens_a_cell_or_says_why_the_client_cannot_run_it
      refused = { open: [{}, { type: "not_offered", reason: "not offered: decr" }], "heard" => File.join(folder, "heard.jsonl") }
      process = start(made: refused)

      assert_equal [nil, "not offered: decr"], [process.open(MadeCells.cell), process.open(MadeCells.cell, servers: ["x:1"])]
      assert_equal [[memcached.address], ["x:1"]],
                   File.readlines(refused["heard"]).map { |line| JSON.parse(line)["servers"] }.compact
    end

    def test_ends_a_process_in_any_state
      process = start
      process.close

      assert Processes.eventually { !Processes.alive?(process.pid) }
      start(made: { hello: "exit" }).close
    end

    def test_on_a_server_that_is_not_ours_it_is_left_to_end_by_itself
      heard = File.join(folder, "heard.jsonl")
      user_server = Host::Ring.new([Host::Server::UserServer.admit(memcached.access)])
      process = start(made: { "heard" => heard }, ring: user_server)
      process.close

      refute Processes.alive?(process.pid)
    end

    def test_a_process_that_does_not_start_says_why
      [{ hello: "exit" }, { load: "exit" }, { load: "failed" }, { load: "garbage" }].each do |made|
        process = start(made: made)

        assert_kind_of Driver::Failure, process.failure, made
        assert_equal [process.failure.message, "p1", false], [process.reason, process.facts[:process], process.loaded?]
        process.settle
      end
    end

    def test_another_file_than_asked_for_is_a_failure
      gem = { gem: "dalli", version: "3.2.8", dir: "/store/dalli-3.2.8", extension_dir: nil, reports: nil }
      answers = { load: { file: "/elsewhere/dalli.rb", version: "3.2.8", digest: "d", libraries: [] } }
      engine = engine([], others: { "dalli" => environment("dalli", answers, expected: [gem]) })
      process = client_process(engine, MadeCells.contender("dalli"))

      assert_match(%r{loaded from /elsewhere}, process.reason)
      assert_equal [true, Trouble], [process.loaded?, process.failure.class]
    end

    def test_a_driver_that_cannot_be_moved_to_its_cores_is_a_failure
      skip "no taskset here" unless FACTS["taskset"]

      process = start(placement: ANYWHERE.with(pinned: true, driver_cpus: FACTS["allowed_cpus"].first(1)))
      process.session.kill
      process.settle

      assert_match(/\Athe driver could not be moved to cores \(\d+\)\z/, process.reason)
    end

    def test_a_process_of_a_contender_that_names_its_memcached_has_fresh_servers
      processes = Array.new(2) { on_own_servers }
      rings = processes.map { |process| process.engine.ring }

      assert_equal 3, [memcached, *rings.flat_map(&:servers)].map(&:pid).uniq.size
      assert_equal({ version: memcached.version, argv: rings.first.servers.map(&:argv) }, processes.first.facts[:server])
      processes.each(&:close)
      assert(rings.flat_map(&:servers).none?(&:alive?))
    end

    def test_the_record_keeps_how_exact_the_network_of_a_process_was_while_it_was_measured
      contender = MadeCells.contender(endpoint: Cachemark::Contender::Endpoint.new(rtt: "0.1ms"))
      process, unmeasured = Array.new(2) { client_process(engine([contender], made: { "socket" => nil }), contender) }
      state = MadeCells.state(contender: contender)
      assert_nil Lab::Proof.new(process.engine).call(state, process)
      Lab::Block.closed_loop(state, 5).run(process.engine, process)
      [process, unmeasured].each(&:close)
      line = writer.record.networks.first

      assert_equal [1, contender.id], [writer.record.networks.size, line["contender"]]
      assert_equal %w[in out], line["errors"].keys.sort
      assert(line["errors"].values.all? { |errors| errors.sum(&:last).between?(10, 20) }, line["errors"].inspect)
      refute_predicate process.engine.ring.network, :alive?
    end

    def test_a_memcached_that_does_not_start_is_a_failure
      process = on_own_servers(["false"])

      assert_match(/\Amemcached ended with exit code 1/, process.reason)
      process.settle
      process.close
    end

    # Counts blocks, one after the other.
    class Counter < Lab::Instruments::Base
      WATCH = %w[locks].freeze
      TRACE = "calls"

      def count(_pid)
        yield
        { "blocks" => @blocks = @blocks.to_i + 1 }
      end
    end

    def test_an_instrument_counts_the_blocks_of_a_window_without_garbage_collection
      made = { "socket" => { "heard" => File.join(folder, "heard.jsonl") } }
      process = client_process(engine(made: made), MadeCells.contender, inside: Counter.new(keeper), ring: memcached_ring(2))
      counts = process.window { %w[prepare block block].each { |type| process.request(type, deadline_s: 9) } }
      process.request("block", deadline_s: 9)
      heard = File.readlines(made["socket"]["heard"]).map { |line| JSON.parse(line) }

      assert_equal [{ "blocks" => 2 }, 2], [counts, process.engine.ring.servers.size]
      assert_equal [{ "collect" => false }, *[{ "watch" => %w[locks], "trace" => "calls" }] * 2, {}],
                   heard.drop(1).map { |one| one.slice("collect", "watch", "trace") }
    end

    private

    def on_own_servers(argv = [keeper.which("memcached")])
      contender = MadeCells.contender(endpoint: Cachemark::Contender::Endpoint.new(memcached: "1.6.45"))
      programs = { "1.6.45" => Env::Servers::Program.new(version: "1.6.45", argv: argv) }
      starter = Lab::RingStarter.new(keeper: keeper, placement: ANYWHERE, programs: programs)
      client_process(engine([contender], made: { "socket" => nil }, ring_starter: starter), contender)
    end

    def start(made: nil, mode: "sync", jit: nil, **more)
      contender = MadeCells.contender.with(jit: jit)
      client_process(engine([contender], made: { "socket" => made }, **more), contender, mode: mode)
    end
  end
end
