# frozen_string_literal: true

require "test_helper"

# Whoever the catalogue has, in one process each, on a server that is honest and on ones that lie: no client passes on
# another value than it was told to keep without being found out, so that none ever has a speed for it.
class LiarsTest < Minitest::Test
  include ALab

  # The ruler makes no calls, a control is wrong on purpose.
  CLIENTS = MadeCells::CATALOG.clients.values.reject { |client| client.id.end_with?("/null", "/control") }.freeze
  # What makes a client speak the other protocol that it knows.
  OTHERS = { "protocol" => "meta", "binary" => "on" }.freeze
  SCENARIOS = { "client" => "client/get-plain", "store" => "store/get" }.freeze

  CLIENTS.each do |client|
    names = client.option_lines.map(&:name) & OTHERS.keys
    [client.id, *names.map { |name| "#{client.id},#{name}=#{OTHERS[name]}" }].each do |notation|
      define_method(:"test_#{notation}") { assert_no_lie_passes(notation, SCENARIOS.fetch(client.kind)) }
    end
  end

  private

  def assert_no_lie_passes(notation, scenario)
    contender = DrivenClient.contender(notation)
    environment = DrivenClient.environment(contender)
    skip "#{notation}: #{environment.reason}" if environment.is_a?(Cachemark::Env::Unavailable)
    engine = engine([], others: { contender.id => environment })
    process = client_process(engine, contender)

    assert_nil prove(engine, process, scenario, "honest")
    LyingStore::LIES.each_key { |lie| assert_found_out(lie, engine, process, scenario) }
  end

  def assert_found_out(lie, engine, process, scenario)
    LyingStore.open(memcached.port, lie, MadeCells.scenario(scenario).keys.values) do |address|
      engine.detour(process.contender.id, [address])
      status, reason = prove(engine, process, scenario, lie.to_s)

      assert_equal "invalid", status, lie
      assert_match(/\Awrong reply: (get|fetch) of k\d in iteration 0 answered /, reason)
    end
  end

  def prove(engine, process, scenario, id)
    state = MadeCells.state(contender: process.contender, scenario: scenario, id: id)
    Cachemark::Lab::Proof.new(engine).call(state, process)
  end
end
