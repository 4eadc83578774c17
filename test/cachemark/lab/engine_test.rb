# frozen_string_literal: true

require "test_helper"
require "json"
require "socket"

module Cachemark
  class Lab::EngineTest < Minitest::Test
    include ALab

    def test_starts_the_driver_of_the_contenders_language
      session = engine.driver(MadeCells.contender)

      assert_equal "ruby", session.hello["language"]
      session.close
    end

    def test_counts_the_work_of_all_servers
      subject = engine(ring: memcached_ring(2))
      before = subject.servers.counters
      subject.ring.servers.each { |server| say("get nothing", port: server.port) }

      assert_equal Plan::Work.new(misses: 2), subject.servers.counters - before
    end

    def test_the_difference_of_two_readings_is_what_was_done_between_them
      reading = Lab::Servers::Reading
      before, after = [1, 10].map { |times| reading.of((1..reading::COUNTERS.size).map { |number| number * times }) }
      done = after - before

      assert_equal [9, 18, 81], [done.work.hits, done.work.misses, done.work.decr_misses]
      assert_equal [9 * (reading::COUNTERS.size - 1), 9 * reading::COUNTERS.size], [done.bytes_in, done.bytes_out]
    end

    def test_counts_what_is_still_on_its_way
      subject = engine
      before = subject.servers.counters
      late = ["set a 0 0 1\r\n1", "set b 0 0 1\r\n1"]
      counted = subject.servers.stub(:sleep, ->(_seconds) { late.shift&.then { |command| say(command) } }) do
        subject.servers.idle_counters
      end

      assert_equal 2, (counted - before).sets
    end

    def test_flushes_only_servers_that_are_ours
      say("set precious 0 0 1\r\n1")
      user_server = Host::Server::UserServer.admit(memcached.access, allow_non_empty: true)
      engine(ring: Host::Ring.new([user_server])).servers.flush
      assert_match(/VALUE precious/, say("get precious"))

      engine.servers.flush
      assert_equal "END\r\n", say("get precious")
    end

    def test_a_network_that_is_gone_ends_everything
      network = Host::Network.new([memcached.address], keeper: keeper)
      subject = engine(ring: Host::Ring.new([memcached], network: network))
      network.stop

      error = assert_raises(Lab::Servers::Lost) { subject.servers.counters }
      assert_match(/the process that delays the network has ended/, error.message)
    end

    def test_a_slow_network_is_given_time
      scenario = MadeCells.scenario("client/multiget")
      rings = [nil, Struct.new(:rtt_ns).new(100_000_000)].map { |network| Host::Ring.new([memcached], network: network) }
      plain, slow = rings.map { |ring| engine(ring: ring) }

      assert_in_delta 0.002, plain.untimed_limit_s(scenario)
      assert_in_delta 0.002 + (12 * 0.5), slow.untimed_limit_s(scenario)
    end

    def test_a_network_may_need_the_only_core_that_is_left
      contenders = [MadeCells.contender(endpoint: Cachemark::Contender::Endpoint.new(rtt: "1ms"))]
      found = [2, 3].map do |cores|
        subject = engine(placement: Host::Placement.choose("one-core", { "allowed_cpus" => [*0...cores], "taskset" => true }))
        [subject.spare_core?, subject.spare_core?(contenders)]
      end

      assert_equal [[true, false], [true, true]], found
    end

    def test_untimed_work_may_use_every_core_at_once
      two = Host::Placement.choose("one-core", { "allowed_cpus" => [0, 1], "taskset" => true })
      user_server = Host::Ring.new([Host::Server::UserServer.admit(memcached.access)])

      cores = ->(one) { one.on_each_core(2).map { |engine| engine.placement.driver_cpus } }

      assert_equal [[0], [1], [0], [1]], cores.call(engine(placement: two))
      assert_equal [two.driver_cpus], cores.call(engine(placement: two, ring: user_server))
      assert_equal 1, cores.call(engine).size
    end

    def test_a_server_that_is_gone_ends_everything
      subject = engine
      memcached.stop

      [:raise_if_lost, :counters, :idle_counters, :flush].each do |question|
        error = assert_raises(Lab::Servers::Lost) { subject.servers.public_send(question) }
        assert_match(/memcached #{memcached.address} is gone/, error.message)
      end
    end

    def test_each_cell_has_its_own_keys_on_a_foreign_server
      user_server = Host::Ring.new([Host::Server::UserServer.admit(memcached.access)])
      prefixes = %w[c1 c12].map { |id| engine(ring: user_server).open_fields(MadeCells.cell(id: id))[:prefix] }

      assert_equal 2, prefixes.uniq.size
      assert_equal 1, prefixes.map(&:length).uniq.size
      assert_equal "", engine.open_fields(MadeCells.cell)[:prefix]
    end

    # Plan::Cell::ForeignKeys refuses keys that would be too long with these bytes.
    def test_prefixes_have_one_length_however_many_cells_there_are
      user_server = Host::Ring.new([Host::Server::UserServer.admit(memcached.access)])
      subject = engine(ring: user_server, prefix: "ab12")
      prefixes = %w[c1 c999 c1000 c40000].map { |id| subject.open_fields(MadeCells.cell(id: id))[:prefix] }

      assert_equal [Plan::Cell::ForeignKeys::PREFIX_BYTES] * 4, prefixes.map(&:bytesize)
      assert_equal 4, prefixes.uniq.size
    end

    def test_sends_a_driver_the_mode_and_the_keys_of_each_worker
      sync, threads = %w[sync threads-2].map { |mode| MadeCells.cell(mode: mode) }
      fields = engine.open_fields(threads)

      assert_equal %w[sync threads-2], [[], [threads.mode]].map { |mode| engine.load_fields(sync.contender, *mode)[:mode] }
      assert_equal ["threads-2", %w[Shor0 Shor1]], [fields[:mode], fields[:workers].map { |keys| keys["k1"] }]
      refute engine.open_fields(sync).key?(:workers)
    end

    def test_pairs_are_a_file_until_it_is_over
      subject = engine
      pairs = MadeCells.cell(scenario: MadeCells.scenario("client/get-pairs").over(5))
      path = subject.open_fields(pairs)[:scenario]["pairs"]["file"]

      assert_equal pairs.scenario.pairs.texts, ::JSON.parse(File.read(path))
      refute_includes subject.open_fields(MadeCells.cell)[:scenario].keys, "pairs"
      keeper.stop
      refute_path_exists path
    end

    def test_pairs_are_written_once_in_their_order
      files = Lab::PairFiles.new(keeper)
      many = Catalog::Pairs.new(count: 30, seed: 1)
      paths = [many, many, many.first(3), many.with(seed: 2)].map { |pairs| files.path(pairs) }

      assert_equal 3, paths.uniq.size
      assert_equal many.texts.to_a, ::JSON.parse(File.read(paths.first)).to_a
      assert_equal 3, ::JSON.parse(File.read(paths[2])).size
      assert paths.all? { |path| File.absolute_path?(path) }
    end

    def test_a_full_disk_is_reported
      full = Object.new
      def full.folder(_name) = raise(Errno::ENOSPC, "somewhere")

      error = assert_raises(Trouble) { Lab::PairFiles.new(full).path(Catalog::Pairs.new(count: 1, seed: 1)) }
      assert_match(/\Athe pairs cannot be written: No space left on device.*\nmake room in /, error.message)
    end

    def test_many_keys_need_not_be_deleted_where_the_servers_were_flushed
      pairs = MadeCells.scenario("client/get-pairs")
      server = Host::Server::UserServer.admit(memcached.access, allow_non_empty: true)
      user_server = engine(ring: Host::Ring.new([server]))

      assert_equal [{ flushed: true }, {}, {}],
                   [engine.flushed(pairs), engine.flushed(MadeCells.scenario("client/get")), user_server.flushed(pairs)]
    end

    def test_says_why_a_contender_cannot_run
      subject = engine([], others: { "dalli" => Env::Unavailable.new(reason: "no Ruby 3.3", how: "pass ruby=PATH") })

      assert_equal "no Ruby 3.3: pass ruby=PATH", subject.unavailable(MadeCells.cell(contender: "dalli"))
      assert_equal "cannot be", subject.unavailable(MadeCells.cell(contender: MadeCells.contender("dalli", refusal: "cannot be")))
      assert_match(/Ruby has only the modes/, subject.unavailable(MadeCells.cell(contender: "dalli", mode: "gevent-2")))
      assert_nil engine.unavailable(MadeCells.cell)
      subject = engine([], others: { "socket" => environment("socket", lacks: { "threads" => "no threads here" }) })
      assert_equal [nil, "no threads here"], %w[sync threads-2].map { |mode| subject.unavailable(MadeCells.cell(mode: mode)) }
    end

    def test_refuses_what_was_not_asked_for
      gem = { gem: "dalli", version: "3.2.8", dir: "/store/dalli-3.2.8", extension_dir: nil, reports: nil }
      subject = engine([], others: { "dalli" => environment("dalli", expected: [gem]) })

      reason = subject.wrong_files(MadeCells.contender("dalli"), { "file" => "/elsewhere/dalli.rb" })
      assert_match(%r{loaded from /elsewhere}, reason)
    end

    def test_two_contenders_never_share_a_log
      contenders = %w[dalli@path:/a/b dalli@path:/a_b].map { |id| MadeCells.contender(id,
        client: MadeCells::CATALOG.client("null")) }
      subject = engine(contenders)
      contenders.each { |contender| subject.driver(contender).close }

      assert_equal 2, Dir.children(File.join(folder, "logs")).size
    end

    def test_the_last_words_of_a_process_are_not_those_of_another_one_of_its_contender
      subject = engine(made: { "socket" => { load: "exit", "words" => "killed by" } })
      sessions = Array.new(2) { subject.driver(MadeCells.contender) }
      messages = sessions.map { |session| assert_raises(Driver::Crash) { session.request("load", deadline_s: 20) }.message }

      assert_equal sessions.map { |session| [["killed by #{session.pid}"]] }.flatten(1),
                   messages.map { |message| message.scan(/killed by \d+/) }
      assert_equal %w[socket+2.log socket.log], Dir.children(File.join(folder, "logs")).sort
      subject.driver(MadeCells.contender).close
      assert_equal 2, Dir.children(File.join(folder, "logs")).size
    end

    def test_logs_that_say_nothing_are_removed
      subject = engine
      subject.driver(MadeCells.contender).close
      subject.tidy

      refute_path_exists File.join(folder, "logs")
    end

    def test_builds_what_is_needed_later_once
      built = []
      subject = later { |contender| environment(contender.id).tap { built << contender.id } }
      refute subject.built?(MadeCells.contender)
      2.times { subject.build(MadeCells.contender) }

      assert_equal [true, ["socket"], nil],
                   [subject.built?(MadeCells.contender), built, subject.unavailable(MadeCells.cell)]
    end

    def test_a_contender_that_cannot_be_built_later_is_unavailable
      subject = later { Env::Unavailable.new(reason: "no compiler") }
      subject.build(MadeCells.contender)

      assert_equal "no compiler", subject.unavailable(MadeCells.cell)
    end

    def test_never_builds_a_refused_contender
      contender = MadeCells.contender(refusal: "cannot be")
      later { flunk }.build(contender)

      assert_equal "cannot be", later { flunk }.unavailable(MadeCells.cell(contender: contender))
    end

    def test_only_one_contender_is_redirected
      subject = engine
      subject.redirect("b", ["127.0.0.1:1"])
      cells = %w[a b].map { |id| MadeCells.cell(contender: MadeCells.contender.with(id: id)) }

      assert_equal [[memcached.address], ["127.0.0.1:1"]], cells.map { |cell| subject.open_fields(cell)[:servers] }
    end

    def test_starts_processes_meanwhile_only_with_a_spare_core
      placed = ->(name, cpus) { Host::Placement.choose(name, FACTS.merge("allowed_cpus" => cpus, "taskset" => true)) }

      assert_equal [true, false, false], [placed.call("one-core", [0, 1]), placed.call("one-core", [0]), ANYWHERE]
        .map { |placement| on(placement).spare_core? }
    end

    def test_a_driver_that_starts_aside_stays_off_the_measured_cores
      skip "one core, or no taskset" unless FACTS["taskset"] && FACTS["allowed_cpus"].size > 1

      placement = Host::Placement.choose("one-core", FACTS)
      session = on(placement).driver(MadeCells.contender, aside: true)
      assert_equal [Host::Placement.list(placement.own_cpus)], Host::Placement.of(session.pid)

      assert_nil on(placement).settle(session)
      assert_equal [Host::Placement.list(placement.driver_cpus)], Host::Placement.of(session.pid)
      session.close
    end

    def test_all_processes_of_a_driver_are_moved_to_the_measured_cores
      skip "one core, or no taskset" unless FACTS["taskset"] && FACTS["allowed_cpus"].size > 1

      placement = Host::Placement.choose("one-core", FACTS)
      sessions = Array.new(2) { on(placement).driver(MadeCells.contender, aside: true) }
      pids = sessions.map(&:pid)
      assert_nil on(placement).settle(Struct.new(:pids).new(pids))

      assert_equal [[Host::Placement.list(placement.driver_cpus)]], pids.map { |pid| Host::Placement.of(pid) }.uniq
    ensure
      sessions&.each(&:close)
    end

    private

    def later(&build) = on(ANYWHERE, environments: {}, build: build)

    def on(placement, environments: { "socket" => environment("socket") }, **more)
      engine([], placement: placement, environments: environments, **more)
    end

    # What the server answers first.
    def say(text, port: memcached.port)
      TCPSocket.open("127.0.0.1", port) { |io| io.write("#{text}\r\n") && io.gets }
    end
  end
end
