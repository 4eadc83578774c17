# frozen_string_literal: true

require "test_helper"

class LabCorruptingProxyTest < Minitest::Test
  include DrivenClient

  def corrupting(**due)
    proxy = Cachemark::Lab::CorruptingProxy.start(memcached.host, memcached.port, **due)
    yield proxy
  ensure
    proxy&.stop
  end

  def verified(notation, proxy)
    load_client(notation)
    open_cell([[step("set", "k1", "view", ttl: 0), stored], [step("get", "k1"), hit("view")]], servers: [proxy.address])
    @talk.ask(type: "verify", cell: "c", iterations: [@expected, @expected], state: [])
  end

  def test_a_client_of_any_protocol_gets_another_value_than_it_stored
    %w[socket dalli@3.2.8,protocol=binary dalli@3.2.8,protocol=meta].each do |notation|
      corrupting do |proxy|
        reply = verified(notation, proxy)

        assert_equal [false, {}, 2], [reply["ok"], reply["errors"], proxy.changed], "#{notation}: #{reply}"
      end
    end
  end

  def test_changes_the_values_that_are_due_only
    corrupting(due: 2..2) do |proxy|
      reply = verified("socket", proxy)

      assert_equal [1], reply["mismatches"].map { |mismatch| mismatch["iteration"] }
      assert_equal 1, proxy.changed
    end
  end

  def test_the_server_itself_is_untouched
    corrupting do |proxy|
      counts = counted("get_hits", "cmd_set") { verified("socket", proxy) }

      assert_equal({ "get_hits" => 2, "cmd_set" => 2 }, counts)
    end
  end

  def test_leaves_nothing_behind
    memcached
    before = Thread.list
    ask = ->(proxy) { TCPSocket.open(*proxy.address.split(":")) { |io| io.write("version\r\n") && io.gets } }
    gone = corrupting { |proxy| assert_match(/VERSION/, ask.call(proxy)) && proxy }

    assert_empty Thread.list - before
    assert_raises(SystemCallError) { ask.call(gone) }
  end

  # Values in the bytes of each protocol.
  class Replies < Minitest::Test
    TEXT = "STORED\r\nVALUE k 0 5\r\nab\r\nc\r\nEND\r\nVALUE l 1 0 77\r\n\r\nVALUE m 4 2 9\r\nxy\r\nEND\r\n"
    META = "HD\r\nVA 4 f0 kkey\r\nVA 3\r\nEN\r\nVA 0\r\n\r\nMN\r\n"

    def packet(opcode, status: 0, extras: "", key: "", value: "")
      body = extras + key + value
      [0x81, opcode, key.bytesize, extras.bytesize, 0, status, body.bytesize, 0, 0].pack("CCnCCnNNQ>") + body.b
    end

    def binary
      packet(0x01) + packet(0x00, extras: "\0\0\0\1", value: "abc") + packet(0x00, status: 1, value: "Not found") +
        packet(0x0d, extras: "\0\0\0\0", key: "key", value: "\x81xyz".b) + packet(0x10, key: "pid", value: "12")
    end

    # [what comes out, the values that were seen] where the stream comes in pieces of a size.
    def passed(stream, size)
      seen = []
      replies = Cachemark::Lab::CorruptingProxy::Replies.new { |bytes| seen << bytes and bytes.upcase }
      [stream.b.scan(/.{1,#{size}}/mn).map { |piece| replies.pass(piece) }.join, seen]
    end

    def test_finds_the_values_of_every_protocol_however_they_are_cut
      { TEXT => ["ab\r\nc", "xy"], META => ["VA 3"], binary => ["abc", "\x81xyz".b] }.each do |stream, values|
        expected = values.reduce(stream.b) { |text, value| text.sub(value.b) { value.b.upcase } }
        (1..stream.bytesize).each { |size| assert_equal [expected, values.map(&:b)], passed(stream, size) }
      end
    end
  end
end
