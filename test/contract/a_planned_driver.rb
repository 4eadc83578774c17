# frozen_string_literal: true

require_relative "a_socket_reference"
require_relative "a_driver/in_an_open_loop"
require_relative "a_driver/with_plans"

# The duties of a driver of level 1 or 2: what the lab gets from it by Driver::Planned is what it gets from one of level 3. Those
# in this file are of level 2, and are skipped for a driver of level 1.
module APlannedDriver
  include ASocketReference
  include ADriver::InAnOpenLoop
  include ADriver::InModes
  include ADriver::WithPlans

  LEVEL_2 = [self, ADriver::InAnOpenLoop, ADriver::InModes, ADriver::WithPlans].freeze
  private_constant :LEVEL_2

  def setup
    super
    skip "a driver of level 1" if LEVEL_2.include?(method(name).owner) && level < 2
    hang_up
  end

  # Other transcripts are about actors, stores, and calls that only some clients have.
  %w[open-loop traffic modes modes-shared pairs-modes pairs-modes-shared open-loop-modes].each do |name|
    define_method(:"test_answers_#{name.tr("-", "_")}") { answers(name) }
  end

  def test_offers_the_modes_of_its_language
    assert_equal modes.sort, [*talk.driver.hello["modes"], "processes"].sort
  end

  # Its clock may start anywhere, and the start is a time of this machine's.
  def test_no_call_of_a_traffic_begins_before_its_start
    load_socket("sync")
    open_traffic(memcached.address)
    talk.ask(type: "prepare", cell: "c", traffic: TRAFFIC)
    start_ns = Cachemark::Clock.now_ns + 100_000_000
    reply = talk.ask(type: "traffic", cell: "c", **TRAFFIC, start_ns: start_ns, stop_ns: 20_000_000_000)
    spent_ns = Cachemark::Clock.now_ns - start_ns

    assert_equal [1, 1], reply["outcomes"].unpack1("m").unpack("C*"), reply.to_json
    assert(reply["latencies"].unpack1("m").unpack("Q<*").all? { |ns| ns.between?(1, spent_ns + 1_000_000) }, reply.to_json)
  end

  # Single calls of a separate process.
  def test_an_actor_reads_what_another_wrote
    load_socket("sync")
    %w[a b].each { |actor| assert_equal "entered", enter(actor)["type"] }
    act("a", op: "set", key: "k1", value: "empty", ttl: 0)
    events = act("b", op: "get", key: "k1")["events"]

    assert_equal [%w[invoke ok], { "list" => [] }], [events.map { |event| event["type"] }, events.last["value"]]
    assert_equal "killed by signal 9", talk.ask(type: "leave", actor: "a")["end"]
  end

  def test_signals_end_no_call
    load_socket("sync")
    skip "a driver that gets no signals" unless talk.driver.hello.fetch("interrupts", []).include?("signals")
    FakeMemcached.open(->(io) { io.gets && sleep(0.1) && io.write("END\r\n") }) do |port|
      step = { op: "get", key: "k1", interrupt: { by: "signals", after_ms: 4 } }
      assert_equal "entered", enter("a", "127.0.0.1:#{port}", steps: [step])["type"]

      assert_equal ["ok", nil], act("a", **step)["events"].last.values_at("type", "value")
    end
  end

  # The ways of its hello. Signals end no call, and a callback is called for a reply.
  def test_each_way_to_give_up_a_call_ends_one
    load_socket("sync")
    ways = talk.driver.hello.fetch("interrupts", []) - %w[signals callback]
    FakeMemcached.open(->(io) { sleep if io.gets }) do |port|
      ended = ways.select do |way|
        given_up = { op: "get", key: "k1", interrupt: { by: way, after_ms: 20 } }
        assert_equal "entered", enter(way, "127.0.0.1:#{port}", steps: [given_up])["type"], way
        events = act(way, **given_up)["events"]
        events.map { |event| event["type"] } == %w[invoke raised] && events.last["error"]["injected"]
      end

      assert_equal ways, ended
    end
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

  def modes = Cachemark::Vocabulary::Language.all.fetch(language_name).modes

  def load_socket(mode, driver = talk(mode))
    driver.ask(type: "load", client: "socket", adapter: "socket", options: {}, mode: mode)
  end

  def open_socket(*servers, scenario: ADriver::GET, mode: "sync", driver: talk, **more)
    driver.ask(type: "open", cell: "c", client: "socket", servers: servers, options: {}, prefix: "", published: false,
               mode: mode, scenario: scenario, **more)
  end

  def enter(actor, address = memcached.address, steps: [])
    talk.ask(type: "enter", actor: actor, client: "socket", servers: [address], options: {},
              scenario: ADriver::GET.slice("keys", "values"), steps: steps)
  end

  def act(actor, **step) = talk.ask(type: "act", actor: actor, steps: [step], deadline_ms: 5000)
end
