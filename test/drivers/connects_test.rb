# frozen_string_literal: true

require "test_helper"

# Every client connects in each of the ways that its catalogue entry names, and does its work there.
class ConnectsTest < Minitest::Test
  include DrivenClient

  Host = Cachemark::Host
  WAYS = { "ipv6" => { transport: "ipv6" }, "unix" => { transport: "unix" }, "tls" => { tls: true }, "sasl" => { auth: "sasl" },
           "text" => { auth: "text" } }.freeze
  WORDS = { "client" => %w[set get], "store" => %w[write read] }.freeze

  MadeCells::CATALOG.clients.each_value do |client|
    next if client.connects.empty? || client.adapter == "control"

    (client.connects.flat_map(&:ways).uniq & WAYS.keys).each do |way|
      define_method(:"test_#{client.id.tr("/", "_")}_over_#{way}") { works(MadeCells::CATALOG.word(client), way) }
    end
  end

  private

  def works(notation, way)
    skip "no IPv6 here" if way == "ipv6" && !Ipv6.here?

    contender = DrivenClient.contender([notation, *options(notation, way)].join(","))
    assert contender.client.connects?(way, contender.facts, contender.options), "#{contender.notation} should connect over #{way}"
    load_contender(contender)
    server = start(WAYS.fetch(way))
    open_on(server, contender)
    prove
    assert_operator server.stats["cmd_set"], :>, 0
  end

  # The options that the way needs, as the catalogue says.
  def options(notation, way)
    lines = MadeCells::CATALOG.client(notation).connects.select { |line| line.ways.include?(way) }
    lines.map(&:options).min_by(&:size).map { |pair| pair.join("=") }
  end

  def start(how)
    listening = Host::Memcached::Listening.new(files: Host::Memcached::Files.new(keeper), **how)
    Host::Memcached.start(keeper: keeper, listening: listening)
  end

  def load_contender(contender)
    environment = DrivenClient.environment(contender)
    skip "#{contender.id}: #{environment.reason}" if environment.is_a?(Cachemark::Env::Unavailable)

    @adapter = contender.client.adapter
    variables = environment.env.map { |pair| pair.join("=") }
    @talk = PlannedTalk.take(["env", "-i", *variables, *environment.argv, contender.language.program], contender.options)
    @talk.ask(type: "load", client: @adapter, adapter: @adapter, shims: contender.shims, options: contender.options, mode: "sync")
  end

  def open_on(server, contender)
    write, read = WORDS.fetch(contender.client.kind)
    pairs = [[step(write, "k1", "page", raw: true), any], [step(read, "k1", raw: true), hit("page")]]
    @expected = pairs.map(&:last)
    reply = @talk.ask(type: "open", cell: "c", client: @adapter, servers: [server.address], access: server.access.to_wire,
                      options: contender.options, prefix: "", published: false, mode: "sync",
                      scenario: { keys: KEYS, values: VALUES, prelude: [], steps: pairs.map(&:first), wrap: nil })
    assert_equal "opened", reply["type"], reply.inspect
  end

  def any = { any: true }
end
