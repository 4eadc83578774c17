# frozen_string_literal: true

# Python's driver and its clients, in the environments that the catalogue makes for them: what DrivenClient is for Ruby's.
#
#   include PythonWorld
#   load_client("pylibmc,binary=on", mode: "threads-4")
module PythonWorld
  include DrivenClient

  DRIVER = File.join(Cachemark::ROOT, "drivers", "python", "driver.py")

  MORE = { "noise" => { "kind" => "binary", "bytes" => 700 }, "word" => { "kind" => "string", "text" => "süß", "times" => 3 },
           "tree" => { "kind" => "nested", "items" => 2, "depth" => 2 }, "seven" => { "kind" => "number", "number" => 7 } }.freeze

  # The command that starts the driver for a contender, or Unavailable.
  #: (String) -> Array[String] | Cachemark::Env::Unavailable
  def self.argv(notation)
    environment = DrivenClient.environment(DrivenClient.contender(notation))
    return environment if environment.is_a?(Cachemark::Env::Unavailable)

    ["env", "-i", *environment.env.map { |pair| pair.join("=") }, *environment.argv, DRIVER]
  end

  # The same; a test skips if the contender is unavailable.
  def python(notation)
    argv = PythonWorld.argv(notation)
    argv.is_a?(Array) ? argv : skip("#{notation}: #{argv.reason}")
  end

  # {mode => why its environment has not that mode}
  def lacks(notation) = DrivenClient.environment(DrivenClient.contender(notation)).lacks

  # Starts the contender's driver and loads the client; answers the `loaded` reply.
  def load_client(notation, mode: "sync", options: {})
    contender = DrivenClient.contender(notation)
    @adapter = contender.client.adapter
    @options = contender.options.merge(options)
    hang_up
    @talk = PlannedTalk.take(python(notation), [@options, mode[/\A(gevent|processes)/]])
    @talk.read_line
    @talk.ask(type: "load", client: @adapter, adapter: @adapter, shims: [], options: @options, mode: mode)
  end

  # Opens [step, expectation] pairs as a cell; each of several workers has its own keys.
  def open_cell(pairs, servers: [memcached.address], mode: "sync", wrap: nil)
    @expected = pairs.map(&:last)
    scenario = { keys: KEYS, values: VALUES.merge(MORE), prelude: [], steps: pairs.map(&:first), wrap: wrap }
    @talk.ask(type: "open", cell: "c", client: @adapter, servers: servers, options: @options, prefix: "", published: false,
              scenario: scenario, mode: mode, workers: Array.new(3) { |at| KEYS.transform_values { |key| "#{at}#{key}" } })
  end

  # A client must accept no wrong reply of a server. The deadline of the request ends a client that waits for the rest of a
  # short answer.
  def refute_accepted(kind)
    FalsifyingMemcached.open(kind) do |address|
      open_cell([[step("set", "k1", "marshalled", raw: true, ttl: 0), any], [step("get", "k1", raw: true), hit("marshalled")],
                 [step("set", "k2", "marshalled", raw: true, ttl: 0), any], [step("get", "k2", raw: true), hit("marshalled")],
                 [step("get", "k3", raw: true), miss]], servers: [address])
      reply = answer_in_time(type: "verify", cell: "c", iterations: [@expected], state: [])

      refute reply && reply["ok"], "#{kind}: #{reply}"
    end
  end

  # The reply, or nil when there is none in a second, or the client has ended its process.
  def answer_in_time(message)
    Timeout.timeout(1) { @talk.ask(message) }
  rescue Timeout::Error, Cachemark::Driver::Lost
    @talk.stop
    nil
  end

  def any = { any: true }
end
