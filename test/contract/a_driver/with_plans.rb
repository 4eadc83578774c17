# frozen_string_literal: true

module ADriver
  # Rules for the runs of a driver that makes plans, without the core. A test that includes this has `argv`, the command that
  # starts the driver.
  module WithPlans
    RUN = { type: "run", cell: "c", plan: "steps", iterations: [1], batch: 1, keep: "last", clock: "batch" }.freeze
    OPEN = { type: "open", cell: "c", client: "socket", options: {} }.freeze
    private_constant :RUN, :OPEN

    # The steps of a plan are fewer than its calls.
    def test_a_call_after_a_miss_follows_the_call_before_it
      plan = [{ op: "delete", keys: %w[a b], each: true }, { op: "get", key: "c" },
              { op: "set", key: "c", value: 0, after_miss: true }]
      with_plan(plan) do |driver|
        ran = driver.ask(**RUN, dues: [0] * 8)

        assert_equal [7], (0..7).select { |at| ran["lags"][at] == -1 }, "the second get finds what the set wrote"
      end
    end

    # A value that the client computed is no miss.
    def test_the_first_call_of_a_plan_may_follow_a_miss_too
      fills = %w[c e].map { |key| { op: "set", key: key, value: 0, after_miss: true } }
      plan = [fills.first, { op: "fetch", key: "d", value: 0 }, fills.last, { op: "get", key: "c" }]
      with_plan(plan) do |driver|
        ran = driver.ask(**RUN, dues: [0] * 8)

        assert_equal [0, 2, 6], (0..7).select { |at| ran["lags"][at] == -1 }, "only the call before the second fill missed"
      end
    end

    def test_an_exception_is_in_the_place_of_the_reply_to_its_call
      with_plan([{ op: "get", keys: ["a", "k" * 300], each: true }]) do |driver|
        replies = driver.ask(**RUN, keep: "all", iterations: [2])["replies"]

        assert_equal [[[nil, %w[raised]]] * 2], replies.map { |all| all.map { |made| made.map { |reply| reply&.keys } } }
      end
    end

    def test_a_worker_takes_no_call_that_is_late
      (modes - %w[processes]).each do |mode|
        with_plan([{ op: "get", key: "c" }], mode: mode) do |driver|
          ran = driver.ask(**RUN, iterations: [1, 1], dues: [0, 0], stop_ns: 0)

          assert_equal [[0, 0], [-1, -1]], ran.values_at("made", "lags"), mode
        end
      end
    end

    # Reading them is the driver's work. Nothing comes before they are there.
    def test_the_time_of_connecting_is_without_the_reading_of_values
      with_plan([]) do |driver|
        Dir.mktmpdir do |folder|
          File.mkfifo(path = File.join(folder, "values"))
          written = Thread.new do
            File.open(path, "w") { |file| sleep(0.1) && Cachemark::Clock.now_ns.tap { file.write("value") } }
          end
          values = { file: path, index: [[0, 5, "bytes"]] }
          ns = driver.ask(**OPEN, values: values, workers: [{}], servers: [memcached.address])["ns"]

          assert_operator ns, :<=, Cachemark::Clock.now_ns - written.value
        end
      end
    end

    # So that several processes begin together.
    def test_no_run_begins_before_its_start
      with_plan([{ op: "set", key: "c", value: 0 }]) do |driver|
        start_ns = driver.ask(type: "clock")["ns"] + 50_000_000
        ran = driver.ask(**RUN, start_ns: start_ns)
        spent_ns = driver.ask(type: "clock")["ns"] - start_ns

        assert ran["wall_ns"].between?(1, spent_ns), "#{ran} of #{spent_ns}"
      end
    end

    private

    # Yields a driver with an open cell: in a mode, of two workers.
    def with_plan(plan, mode: nil)
      driver = DriverTalk.new(argv).tap(&:read_line)
      driver.ask(type: "load", client: "socket", adapter: "socket", options: {}, mode: mode ? "#{mode}-2" : "sync")
      own = { mode: mode, shared: (false if mode), workers: [{ steps: plan }] * (mode ? 2 : 1) }.compact
      driver.ask(**OPEN, **own, servers: [memcached.address], values: { file: pairs_file(1), index: [[0, 5, "bytes"]] })
      yield driver
    ensure
      driver&.finish
    end
  end
end
