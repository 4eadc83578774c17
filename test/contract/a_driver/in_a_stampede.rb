# frozen_string_literal: true

module ADriver
  # Rules for workers that ask for a value at the moment at which it expires. Other rules are in the transcript.
  module InAStampede
    PAGES = { "k1" => "page1", "k2" => "page2" }.freeze
    # Long enough for every worker to ask before a value is there, also on a busy machine.
    COMPUTE_NS = 1_000_000_000
    TAIL = "5f3a."
    FORMS = { computed: "C*", outcomes: "C*", versions: "L<*" }.freeze

    # The same client calls both: so the counter shows what the calls do, and not what it always shows.
    def test_all_workers_recompute_without_a_lock_and_one_with_a_lock
      in_stampede_modes do |mode|
        plain, locked = stampede(mode, steps: [fetching("fetch", "k1"), fetching("fetch_locked", "k2")])

        assert_equal [[1, 1, 1], [1, 1, 1], [2, 3, 4]], plain.values_at(:computed, :outcomes, :versions), mode
        computer = locked[:computed].index(1)
        assert_equal [[0, 0, 1], [1, 1, 1], [computer + 2] * 3],
                     [locked[:computed].sort, locked[:outcomes], locked[:versions]], mode
      end
    end

    # While one computes, somebody else writes.
    def test_a_value_of_somebody_else_is_reported
      in_stampede_modes(%w[threads]) do |mode|
        address = memcached.address
        others = Thread.new { overwrite("page1", address) }
        reply = reply_of_stampede(mode, steps: [fetching("fetch_locked", "k1", raw: true)])
        assert_equal "stampede", reply["type"], reply
        outcomes = reply["expiries"].first["outcomes"].unpack1("m").unpack("C*")

        assert_equal [1, 4, 4], outcomes.sort, reply
        assert_equal [0, 0], reply["mismatches"].map { |one| one["step"] }
        assert(reply["mismatches"].all? { |one| one["actual"].include?("mine") })
      ensure
        others&.kill&.join
      end
    end

    private

    def in_stampede_modes(names = %w[threads processes])
      (modes & names).each do |name|
        in_modes(["#{name}-4"]) { |mode| yield mode }
      end
    end

    # The expiries of a stampede, each with its lists.
    def stampede(mode, **more)
      reply = reply_of_stampede(mode, **more)
      assert_equal [{}, []], reply.values_at("errors", "mismatches"), "#{mode}: #{reply}"
      reply["expiries"].map do |expiry|
        assert_equal 3, expiry["latencies"].unpack1("m").unpack("Q<*").size
        FORMS.to_h { |name, form| [name, expiry[name.to_s].unpack1("m").unpack(form)] }
      end
    end

    def reply_of_stampede(mode, steps:, **more)
      open_socket(memcached.address, mode: mode, scenario: pages(steps), workers: [PAGES] * 4)
      talk.ask(type: "stampede", cell: "c", **asked, **more)
    end

    def asked = { compute_ns: COMPUTE_NS, limit_ns: 10_000_000_000, tail: TAIL }

    def fetching(operation, key, ttl: 2, **more) = { op: operation, key: key, value: "page", ttl: ttl, **more }

    def pages(steps)
      { keys: PAGES, values: { page: { kind: "string", bytes: 10 } }, prelude: [], steps: steps, wrap: nil }
    end

    # Writes as soon as the key is reserved for the worker that computes its value again. It is also reserved for a moment
    # when the value that expires is stored.
    def overwrite(key, address)
      TCPSocket.open(*address.split(":")) do |io|
        [/\AHD s[1-9]/, /\AHD s0/].each do |expected|
          io.write("mg #{key} s\r\n")
          until io.gets.match?(expected)
            sleep(0.002)
            io.write("mg #{key} s\r\n")
          end
        end
        io.write("set #{key} 0 60 4\r\nmine\r\n")
        io.gets
      end
    end
  end
end
