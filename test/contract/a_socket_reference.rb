# frozen_string_literal: true

require_relative "a_null_client"
require_relative "a_driver/against_falsifiers"

# The duties of a driver of level 1 with the reference `socket`, besides those of ANullClient.
module ASocketReference
  include ANullClient
  include AgainstFalsifiers
  include Conversations::WithSocket

  READING = { "keys" => { "k1" => "Short" }, "values" => {}, "prelude" => [], "steps" => [{ "op" => "get", "key" => "k1" }],
              "wrap" => nil }.freeze
  private_constant :READING

  %w[client latencies no-server operations pairs several-keys text wrong-expectations].each do |name|
    define_method(:"test_answers_#{name.tr("-", "_")}") { answers(name) }
  end

  def test_believes_an_honest_server
    reply = proof(memcached.address)

    assert reply["ok"], reply.to_json
    assert_equal [3, 1], reply.values_at("hits", "misses"), "two gets, and the state"
  end

  # A reply may still come on it. Only the first connection answers with another key.
  def test_never_uses_a_connection_again_after_an_error
    made = 0
    server = lambda do |io|
      first = (made += 1) == 1
      while (line = io.gets)
        key = line.split[1]
        io.write(first ? "VALUE another 0 1\r\nx\r\nEND\r\n" : "VALUE #{key} 0 1\r\n1\r\nEND\r\n")
      end
    end
    FakeMemcached.open(server) do |port|
      load_socket("sync")
      opened("127.0.0.1:#{port}", scenario: READING)
      types = Array.new(2) { talk.ask(type: "block", cell: "c", iterations: 1)["type"] }

      assert_equal [%w[failed block], 2], [types, made]
    end
  end

  private

  def load_socket(_mode) = talk.ask(type: "load", client: "socket", adapter: "socket", options: {})

  def proof(address)
    load_socket("sync")
    open = opened(address)
    return open if open["type"] == "failed"

    talk.ask(type: "verify", cell: "c", iterations: ADriver::EXPECTED, state: [{ key: "k1", value: "empty" }])
  end
end
