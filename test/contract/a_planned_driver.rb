# frozen_string_literal: true

require_relative "a_socket_reference"
require_relative "a_driver/in_an_open_loop"

# The duties of a driver of level 1 or 2, which makes plans: what the lab gets from it by Driver::Planned is what a driver of
# level 3 says. Those in this file are of level 2, and are skipped for a driver of level 1.
module APlannedDriver
  include ASocketReference
  include ADriver::InAnOpenLoop

  def setup
    super
    level_2 = [APlannedDriver, ADriver::InAnOpenLoop].include?(method(name).owner)
    skip "a driver of level 1" if level_2 && @talk.session.hello["level"] < 2
  end

  # Other transcripts are about modes, actors, stores, and calls that only some clients have.
  %w[open-loop traffic].each do |name|
    define_method(:"test_replays_#{name.tr("-", "_")}") { replays(name) }
  end

  # Its clock may start anywhere, and the start is a time of this machine's.
  def test_no_call_of_a_traffic_begins_before_its_start
    load_socket("sync")
    open_traffic(memcached.address)
    @talk.ask(type: "prepare", cell: "c", traffic: TRAFFIC)
    start_ns = Cachemark::Clock.now_ns + 100_000_000
    reply = @talk.ask(type: "traffic", cell: "c", **TRAFFIC, start_ns: start_ns, stop_ns: 20_000_000_000)
    spent_ns = Cachemark::Clock.now_ns - start_ns

    assert_equal [1, 1], reply["outcomes"].unpack1("m").unpack("C*"), reply.to_json
    assert(reply["latencies"].unpack1("m").unpack("Q<*").all? { |ns| ns.between?(1, spent_ns + 1_000_000) }, reply.to_json)
  end

  # The steps of a plan are fewer than its calls.
  def test_a_call_after_a_miss_follows_the_call_before_it
    driver = DriverTalk.new(argv).tap(&:read_line)
    driver.ask(type: "load", client: "socket", adapter: "socket", options: {})
    plan = [{ op: "delete", keys: %w[a b], each: true }, { op: "get", key: "c" },
            { op: "set", key: "c", value: 0, after_miss: true }]
    driver.ask(type: "open", cell: "c", client: "socket", servers: [memcached.address], options: {}, plans: { steps: plan },
               values: { file: pairs_file(1), index: [[0, 5, "bytes"]] })
    ran = driver.ask(type: "run", cell: "c", plan: "steps", iterations: 1, batch: 1, keep: "last", clock: "batch", dues: [0] * 8)

    assert_equal [7], (0..7).select { |at| ran["lags"][at] == -1 }, "the second get finds what the set wrote"
  ensure
    driver&.finish
  end

  # Single calls of a separate process.
  def test_an_actor_reads_what_another_wrote
    load_socket("sync")
    %w[a b].each { |actor| assert_equal "entered", enter(actor)["type"] }
    act("a", op: "set", key: "k1", value: "empty", ttl: 0)
    events = act("b", op: "get", key: "k1")["events"]

    assert_equal [%w[invoke ok], { "list" => [] }], [events.map { |event| event["type"] }, events.last["value"]]
    assert_equal "killed by signal 9", @talk.ask(type: "leave", actor: "a")["end"]
  end

  private

  # A write, then a read.
  TRAFFIC = { arrivals: [[0, 5_000_000].pack("Q<*")].pack("m0"), keys: [[0, 0].pack("L<*")].pack("m0"), tail: "5f3a.",
              writes: [[1, 0].pack("C*")].pack("m0"), versions: [[2, 2].pack("L<*")].pack("m0") }.freeze

  def open_traffic(address, **options)
    each = { each: "pairs", raw: true }
    opened(address, options: options, scenario: { keys: {}, values: {}, prelude: [], wrap: nil, pairs: { file: pairs_file(1) },
                                                  steps: [{ op: "set", **each, ttl: 0 }, { op: "get", **each }] })
  end

  # A driver of level 2 has no modes.
  def modes = []
  def in_modes(all) = all.each { |mode| load_socket(mode) && yield(mode) }
  def talk = @talk
  def open_socket(address, scenario:, mode: "sync", **) = opened(address, scenario: scenario, mode: mode)

  def enter(actor)
    @talk.ask(type: "enter", actor: actor, client: "socket", servers: [memcached.address], options: {},
              scenario: ADriver::GET.slice("keys", "values"), steps: [])
  end

  def act(actor, **step) = @talk.ask(type: "act", actor: actor, steps: [step], deadline_ms: 5000)
end
