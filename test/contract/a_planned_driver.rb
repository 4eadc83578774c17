# frozen_string_literal: true

require_relative "a_driver/against_falsifiers"
require_relative "a_driver/in_an_open_loop"

# The duties of a driver of level 2, which makes plans: what the lab gets from it by Driver::Planned is what a driver of level 3
# says. A test that includes this has `argv`, the command that starts the driver.
module APlannedDriver
  include MemcachedServer
  include AgainstFalsifiers
  include ADriver::InAnOpenLoop

  # Transcripts of what level 2 has. Others are about modes, actors, stores, and calls that only some clients have.
  LEVEL_2 = %w[client latencies no-server null open-loop operations pairs several-keys text traffic wrong-expectations].freeze

  def setup
    super
    memcached.flush
    @keeper = Cachemark::Host::Keeper.start
    @talk = PlannedTalk.start(@keeper, argv, { **ENV.slice("PATH", "HOME"), **environment })
  end

  def teardown
    @talk&.give_back
    @keeper&.stop
    FileUtils.rm_rf(@folder) if @folder
    super
  end

  def environment = {}

  LEVEL_2.each do |name|
    define_method(:"test_replays_#{name.tr("-", "_")}") do
      transcript = Transcript.all.find { |one| one.name == name } or flunk "no transcript #{name}"
      transcript.replay(@talk, places) do |expected, received, number|
        assert Transcript.fits?(expected, received), "#{name}.jsonl:#{number}: #{received.to_json}"
      end
    end
  end

  def test_believes_an_honest_server
    reply = proof(memcached.address)

    assert reply["ok"], reply.to_json
    assert_equal [3, 1], reply.values_at("hits", "misses"), "two gets, and the state"
  end

  def test_answers_what_it_does_not_know
    talk = DriverTalk.new(argv)
    talk.read_line
    talk.send_line("this is no JSON")

    assert_equal ["failed", nil], talk.read_line.values_at("type", "id")
    assert_equal "failed", talk.ask(type: "sing")["type"]
    status, = talk.finish
    assert_predicate status, :success?
  end

  def test_what_a_level_lacks_is_not_offered
    @talk.ask(type: "load", client: "socket", adapter: "socket", options: {})
    reply = opened(memcached.address, mode: "threads-4")

    assert_equal ["not_offered", "not offered by this driver: mode threads-4"], reply.values_at("type", "reason")
  end

  # Its clock may start anywhere, and the start is a time of this machine's.
  def test_no_call_of_a_traffic_begins_before_its_start
    @talk.ask(type: "load", client: "socket", adapter: "socket", options: {})
    open_traffic(memcached.address)
    @talk.ask(type: "prepare", cell: "c", traffic: TRAFFIC)
    start_ns = Cachemark::Clock.now_ns + 100_000_000
    reply = @talk.ask(type: "traffic", cell: "c", **TRAFFIC, start_ns: start_ns, stop_ns: 20_000_000_000)
    spent_ns = Cachemark::Clock.now_ns - start_ns

    assert_equal [1, 1], reply["outcomes"].unpack1("m").unpack("C*"), reply.to_json
    assert(reply["latencies"].unpack1("m").unpack("Q<*").all? { |ns| ns.between?(1, spent_ns + 1_000_000) }, reply.to_json)
  end

  # Single calls of a separate process.
  def test_an_actor_reads_what_another_wrote
    @talk.ask(type: "load", client: "socket", adapter: "socket", options: {})
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
  def load_socket(_mode) = @talk.ask(type: "load", client: "socket", adapter: "socket", options: {})
  def open_socket(address, scenario:, mode: "sync", **) = opened(address, scenario: scenario, mode: mode)

  def enter(actor)
    @talk.ask(type: "enter", actor: actor, client: "socket", servers: [memcached.address], options: {},
              scenario: ADriver::GET.slice("keys", "values"), steps: [])
  end

  def act(actor, **step) = @talk.ask(type: "act", actor: actor, steps: [step], deadline_ms: 5000)

  def places
    { "servers" => ->(_) { [memcached.address] }, "nowhere" => ->(_) { ["127.0.0.1:1"] },
      "pairs" => ->(count) { pairs_file(count.to_i) } }
  end

  def pairs_file(count)
    pairs = Array.new(count) { |at| ["key-#{at}", "the value of key #{at}"] }.to_h
    File.join(@folder ||= Dir.mktmpdir, "#{count}.json").tap { |path| File.write(path, JSON.generate(pairs)) }
  end

  def opened(address, **more)
    @talk.ask(type: "open", cell: "c", client: "socket", servers: [address], options: {}, prefix: "", published: false,
              mode: "sync", scenario: ADriver::GET, **more)
  end

  def proof(address)
    @talk.ask(type: "load", client: "socket", adapter: "socket", options: {})
    open = opened(address)
    return open if open["type"] == "failed"

    @talk.ask(type: "verify", cell: "c", iterations: ADriver::EXPECTED, state: [{ key: "k1", value: "empty" }])
  end
end
