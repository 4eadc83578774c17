# frozen_string_literal: true

require "rbconfig"

# A real client in a real driver on a real memcached, for the tests of adapters
# and shims:
#
#   include DrivenClient
#   load_client("dalli@2.7.11,kgio=2.9.3")
#   open_cell([[step("set", "k1", "empty"), stored], [step("get", "k1"), hit]])
#   prove
module DrivenClient
  include MemcachedServer

  DRIVER = File.join(Cachemark::ROOT, "drivers", "ruby", "driver.rb")
  KEYS = { "k1" => "Short", "k2" => "Sym1-2-3::45" * 8, "k3" => "Long" * 40, "k4" => "Medium" * 8, "k5" => "Medium2" * 8,
           "k6" => "Long3" * 40, "counter" => "counter" }.freeze
  VALUES = { "empty" => { "kind" => "array", "items" => 0 }, "marshalled" => { "kind" => "binary", "hex" => "04085b00" },
             "view" => { "kind" => "string", "text" => "<marquee>some view partial data</marquee>", "times" => 50 },
             "page" => { "kind" => "string", "text" => "<p>text</p>", "times" => 800 },
             "hundred" => { "kind" => "number", "number" => 100 } }.freeze
  MARSHALLED = "\x04\b[\0".b.freeze

  # The Ruby of the tests. Other languages run on what the machine has.
  Runtime = Struct.new(:version) do
    def matching(...) = DrivenClient.runtimes.matching(...)
  end

  # The contenders and environments of this process's tests, each built or resolved once.
  ENVIRONMENTS = {} # rubocop:disable Style/MutableConstant
  CONTENDERS = {} # rubocop:disable Style/MutableConstant

  def self.environment(contender)
    ENVIRONMENTS[contender.notation] ||= WarmCache.build([contender]).values.first
  end

  # The contender of a notation, by the real catalogue.
  #: (String, ?servers: Integer) -> Cachemark::Contender
  def self.contender(notation, servers: 1)
    CONTENDERS[[notation, servers]] ||= resolver(servers).resolve(notation)
  end

  # Starts a keeper for each command. There are few.
  module OneCommand
    def self.run(...) = Cachemark::Host::Keeper.start { |keeper| keeper.run(...) }
  end
  private_constant :OneCommand

  def self.runtimes = @runtimes ||= Cachemark::Env::Runtimes.new(cache: WarmCache.path, spawn: OneCommand)

  def self.resolver(servers)
    rooms = { "pip" => Cachemark::Env::Pip, "npm" => Cachemark::Env::Npm }
    index = ->(kind) { rooms.fetch(kind)::Index.new(cache: WarmCache.path, spawn: OneCommand) }
    registry = Cachemark::Env::Registry.new(cache: WarmCache.path, index: index)
    Cachemark::Contender::Resolver.new(catalog: MadeCells::CATALOG, versions: registry, runtime: Runtime.new(RUBY_VERSION),
                                       servers: servers)
  end
  private_class_method :resolver

  # Starts the contender's driver and loads the client, with the shims and options that the
  # catalogue says or those given; answers the `loaded` reply.
  def load_client(notation, servers: 1, shims: nil, options: {})
    contender = DrivenClient.contender(notation, servers: servers)
    environment = DrivenClient.environment(contender)
    refute_kind_of Cachemark::Env::Unavailable, environment, environment.inspect
    @adapter = contender.client.adapter
    @options = contender.options.merge(options)
    shims ||= contender.shims
    hang_up
    @talk = PlannedTalk.take(["env", "-i", *environment.env.map { |pair| pair.join("=") }, *environment.argv, DRIVER],
                             [shims, @options])
    @talk.read_line
    @talk.ask(type: "load", client: @adapter, adapter: @adapter, shims: shims, options: @options)
  end

  # A driver of a test that failed may be wrong.
  def hang_up = passed? ? @talk&.give_back : @talk&.stop

  # {library => version} of a `loaded` reply.
  def versions_of(loaded) = loaded["libraries"].to_h { |library| library.values_at("name", "version") }

  # Opens [step, expectation] pairs as a cell.
  def open_cell(pairs, prelude: [], servers: [memcached.address], published: false, wrap: nil)
    @expected = pairs.map(&:last)
    scenario = { keys: KEYS, values: VALUES, prelude: prelude, steps: pairs.map(&:first), wrap: wrap }
    @talk.ask(type: "open", cell: "c", client: @adapter, servers: servers, options: @options, prefix: "",
              published: published, scenario: scenario, mode: "sync")
  end

  # Proves the open cell by the expectations of its pairs.
  def prove
    reply = @talk.ask(type: "verify", cell: "c", iterations: [@expected], state: [])
    assert_equal [], reply["mismatches"], reply.inspect
    assert_equal true, reply["ok"], reply.inspect
  end

  # One timed iteration with the published values; answers the `block` reply, or what came in its place.
  def run_once
    reply = @talk.ask(type: "prepare", cell: "c")
    reply["type"] == "prepared" ? @talk.ask(type: "block", cell: "c", iterations: 1, batch: 1) : reply
  end

  # The waits for connections in 400 reads of four workers that share a client.
  def waits(notation, mode: "threads-4,shared", servers: [memcached.address])
    load_client(notation)
    scenario = { keys: KEYS, values: VALUES, steps: [step("get", "k1", raw: true)] }
    opened = @talk.ask(type: "open", cell: "c", client: @adapter, servers: servers, options: @options, prefix: "",
                       published: false, scenario: scenario, mode: mode, workers: [KEYS] * 4)
    assert_equal true, opened["pool"], opened.inspect
    @talk.ask(type: "block", cell: "c", iterations: 40)
    reply = @talk.ask(type: "block", cell: "c", iterations: 400, watch: %w[pool])
    reply.fetch("pool") { flunk(reply.inspect) }
  end

  # The reply of a call that an actor makes.
  def reply_of(call) = acted([call]).last.fetch("value")

  # The events of steps that an actor makes; a String, the reason, if they are not offered.
  def acted(steps)
    entered = @talk.ask(type: "enter", actor: "a", client: @adapter, servers: [memcached.address], options: @options,
                        mode: "sync", scenario: { keys: KEYS, values: VALUES }, steps: steps)
    return entered.fetch("reason") unless entered["type"] == "entered"

    @talk.ask(type: "act", actor: "a", steps: steps, deadline_ms: 5_000, silence_ms: 5_000).fetch("events")
  ensure
    @talk.ask(type: "leave", actor: "a")
  end

  # Whether a client writes again so long after a server is back that was down for several calls.
  def comes_back?(notation, after_s: 0.05)
    load_client(notation)
    proxy = Cachemark::Proxy::Server.start(memcached.access)
    open_cell([[step("set", "k1", "page", ttl: 0, raw: true), stored]], servers: [proxy.address])
    proxy.refuse_connections
    4.times { run_once }
    proxy.accept_connections
    sleep(after_s)
    run_once
    !held("k1").nil?
  ensure
    proxy&.stop
  end

  # The value of the server under a name of KEYS: [flags, bytes], or nil.
  def held(name, server = memcached.address)
    TCPSocket.open(*server.split(":")) do |io|
      io.write("get #{KEYS.fetch(name)}\r\n")
      flags, size = (io.gets[/\AVALUE \S+ (.*)/, 1] || (return nil)).split.map(&:to_i)
      [flags, io.read(size)]
    end
  end

  # Seconds that a key has left, -1 without end.
  def ttl_left(name)
    TCPSocket.open(*memcached.address.split(":")) do |io|
      io.write("mg #{KEYS.fetch(name)} t\r\n")
      io.gets[/ t(-?\d+)/, 1].to_i
    end
  end

  # The version of an item.
  def version(name)
    TCPSocket.open(*memcached.address.split(":")) do |io|
      io.write("gets #{KEYS.fetch(name)}\r\n")
      io.gets.split.last.to_i
    end
  end

  # How much the server's counters (get_hits, get_misses ...) grow while the block runs.
  def counted(*names)
    before = memcached.stats
    yield
    after = memcached.stats
    names.to_h { |name| [name, after[name] - before[name]] }
  end

  def after_teardown
    hang_up
    super
  end

  def step(operation, key = nil, value = nil, **more) = { op: operation, key: key, value: value, **more }.compact

  def stored(done = true) = { stored: done }

  def hit(value = "empty") = { hit: value }

  def miss = { miss: true }

  def number(wanted) = { number: wanted }

  def multi(**wanted) = { multi: wanted }
end
