# frozen_string_literal: true

require "test_helper"

# Every client of the catalogue, in one process each, on a correct server and on falsifying ones. A client that passes on a
# wrong value is always caught, so that it never has a speed.
class WrongRepliesTest < Minitest::Test
  include ALab

  # `null` makes no calls, and a control is wrong on purpose.
  CLIENTS = MadeCells::CATALOG.clients.values.reject { |client| client.id.end_with?("/null", "/control") }.freeze
  # The options by which a client speaks the other protocol that it knows.
  OTHERS = { "protocol" => %w[meta binary], "binary" => %w[on] }.freeze
  # It decodes what it reads in a callback, where nothing catches the error: a value that is no JSON ends the process.
  CRASHES = %w[node/keyv-memcache].freeze
  SCENARIOS = { "client" => "client/get-plain", "store" => "store/get" }.freeze

  CLIENTS.each do |client|
    others = client.option_lines.select { |option| OTHERS.key?(option.name) }.uniq(&:name).map do |option|
      "#{client.id},#{option.name}=#{OTHERS.fetch(option.name).find { |word| option.read(word) }}"
    end
    [client.id, *others].each do |notation|
      define_method(:"test_#{notation}") { assert_catches_wrong_replies(notation, SCENARIOS.fetch(client.kind)) }
    end
  end

  private

  def assert_catches_wrong_replies(notation, scenario)
    contender = DrivenClient.contender(notation)
    environment = DrivenClient.environment(contender)
    skip "#{notation}: #{environment.reason}" if environment.is_a?(Cachemark::Env::Unavailable)
    engine = engine([], others: { contender.id => environment })
    process = client_process(engine, contender)

    assert_nil prove(engine, process, scenario, "correct")
    FalsifyingStore::KINDS.each_key do |kind|
      assert_invalid(kind, engine, process, scenario)
    rescue Cachemark::Driver::Crash
      assert_includes CRASHES, contender.client.id, "#{kind} ended its process"
      process = client_process(engine, contender)
    end
  end

  def assert_invalid(kind, engine, process, scenario)
    FalsifyingStore.open(memcached.port, kind, MadeCells.scenario(scenario).keys.values) do |address|
      engine.redirect(process.contender.id, [address])
      status, reason = prove(engine, process, scenario, kind.to_s)

      assert_equal "invalid", status, kind
      assert_match(/\Awrong reply: (get|fetch) of k\d in iteration 0 answered /, reason)
    end
  end

  def prove(engine, process, scenario, id)
    state = MadeCells.state(contender: process.contender, scenario: scenario, id: id)
    Cachemark::Lab::Proof.new(engine).call(state, process)
  end
end
