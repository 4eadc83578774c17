# frozen_string_literal: true

module ADriver
  # Rules for several workers at the same time, in every mode that the driver offers.
  module InModes
    KEYS = { "k1" => "Short", "k2" => "Sym1", "k5" => "Medium2", "n" => "counter" }.freeze
    WORKERS = Array.new(4) { |at| KEYS.transform_values { |key| "#{key.chop}#{at}" } }.freeze
    COUNT = { "keys" => { "n" => "counter" }, "values" => { "ten" => { "kind" => "number", "number" => 10 } }, "wrap" => nil,
              "prelude" => [{ "op" => "set", "key" => "n", "value" => "ten", "ttl" => 0, "raw" => true }],
              "steps" => [{ "op" => "incr", "key" => "n" }] }.freeze
    ABSENT = { "keys" => { "k1" => "Short" }, "values" => {}, "prelude" => [], "wrap" => nil,
               "steps" => [{ "op" => "get", "key" => "k1" }] }.freeze

    def test_workers_have_their_own_keys_and_leave_none_behind
      in_modes do |mode|
        open_socket(memcached.address, mode: mode, workers: WORKERS)
        talk.ask(type: "prepare", cell: "c")
        assert_equal 8, memcached.stats["curr_items"], mode

        assert talk.ask(type: "verify", cell: "c", iterations: ADriver::EXPECTED, state: [])["ok"], mode
        assert_equal 0, memcached.stats["curr_items"], mode

        talk.ask(type: "prepare", cell: "c")
        talk.ask(type: "close", cell: "c")
        assert_equal 0, memcached.stats["curr_items"], mode
      end
    end

    def test_leaves_no_key_of_a_worker_behind_when_it_ends
      in_modes do |mode|
        open_socket(memcached.address, mode: mode, workers: WORKERS)
        talk.ask(type: "prepare", cell: "c")

        status, said, = talk.finish

        assert_equal [true, "", 0], [status.success?, said, memcached.stats["curr_items"]], mode
      end
    end

    def test_deals_out_iterations
      in_modes do |mode|
        open_socket(memcached.address, mode: mode, workers: WORKERS, scenario: COUNT)
        talk.ask(type: "prepare", cell: "c")
        talk.ask(type: "block", cell: "c", iterations: 10)

        assert_equal %w[13 13 12 12], WORKERS.map { |keys| held(keys["n"]) }, mode
      end
    end

    def test_each_worker_has_its_own_connection_unless_all_share_one
      in_modes do |mode|
        made = connections do
          open_socket(memcached.address, mode: mode, workers: WORKERS)
          talk.ask(type: "prepare", cell: "c")
        end

        assert_equal mode.end_with?("shared") ? 1 : 4, made, mode
      end
    end

    def test_workers_call_at_the_same_time
      in_modes do |mode|
        GatheringMemcached.open(4) do |address|
          open_socket(address, mode: mode, workers: WORKERS, scenario: ABSENT)
          reply = talk.ask(type: "verify", cell: "c", iterations: [[{ miss: true }]] * 3, state: [])

          assert reply["ok"], "#{mode}: #{reply}"
        end
      end
    end

    # In all modes at the same time: one that waits for the rest of a short value does so for as long as its deadline is.
    def test_no_worker_accepts_a_wrong_reply
      drivers = all_modes.to_h { |mode| [mode, loaded(mode)] }
      FalsifyingMemcached::KINDS.each_key do |kind|
        replies = drivers.map { |mode, driver| Thread.new { [mode, proof_of_workers(kind, mode, driver)] } }.map(&:value)
        replies.each do |mode, reply|
          refute reply["ok"], "#{mode}: #{kind}"
          refute_empty reply["mismatches"] || reply["message"], "#{mode}: #{kind}"
        end
      end
      drivers.each_value(&:give_back)
    end

    def test_latencies_of_a_worker_are_no_longer_than_all_took
      in_modes do |mode|
        open_socket(memcached.address, mode: mode, workers: WORKERS)
        talk.ask(type: "prepare", cell: "c")
        reply = talk.ask(type: "block", cell: "c", iterations: 8, latencies: true)

        reply["latencies"].unpack1("m0").unpack("L<*").each_slice(6) do |spans|
          assert_operator spans.sum, :<=, reply["wall_ns"], mode
        end
      end
    end

    def test_an_exception_of_a_client_fails_the_block_of_all
      in_modes do |mode|
        FakeMemcached.open(:close.to_proc) do |port|
          open_socket("127.0.0.1:#{port}", mode: mode, workers: WORKERS)
        end

        assert_equal "failed", talk.ask(type: "block", cell: "c", iterations: 9)["type"], mode
        assert_equal "closed", talk.ask(type: "close", cell: "c")["type"], mode
      end
    end

    def test_nothing_of_it_outlives_its_death
      in_modes do |mode|
        open_socket(memcached.address, mode: mode, workers: WORKERS)

        assert talk.killed?, mode
      end
    end

    def test_processes_do_not_share_a_client
      load_socket("processes-2,shared")

      assert_equal "not_offered", open_socket(memcached.address, mode: "processes-2,shared", workers: WORKERS)["type"]
    end

    private

    # Every mode that there is, with four workers.
    def all_modes
      modes.map { |name| "#{name}-4" } + (modes - unshared).map { |name| "#{name}-4,shared" }
    end

    # The modes whose workers cannot share a client.
    def unshared = %w[processes]

    # Yields each of them, a driver in that mode being there to talk to.
    def in_modes(names = all_modes)
      names.each do |mode|
        load_socket(mode)
        yield mode
        hang_up
      end
    end

    def loaded(mode) = taken(mode).tap { |driver| load_socket(mode, driver) }

    # The reply of a driver in that mode with a falsifying server.
    def proof_of_workers(kind, mode, driver)
      FalsifyingMemcached.open(kind) do |address|
        open_socket(address, mode: mode, workers: WORKERS, driver: driver)
        driver.ask(type: "verify", cell: "c", iterations: ADriver::EXPECTED, state: [])
      ensure
        driver.ask(type: "close", cell: "c")
      end
    end

    # How many were made to the server meanwhile; asking for the figure takes some too.
    def connections
      asked, before = Array.new(2) { memcached.stats["total_connections"] }
      yield
      memcached.stats["total_connections"] - before - (before - asked)
    end

    # What the server holds under a key.
    def held(key)
      TCPSocket.open(*memcached.address.split(":")) do |io|
        io.write("get #{key}\r\n")
        io.gets && io.gets.chomp
      end
    end
  end
end
