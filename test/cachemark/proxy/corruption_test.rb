# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Proxy::CorruptionTest < Minitest::Test
    include DrivenClient

    TEXT = "STORED\r\nVALUE k 0 5\r\nab\r\nc\r\nEND\r\nVALUE l 1 0 77\r\n\r\nVALUE m 4 2 9\r\nxy\r\nEND\r\n"
    META = "HD\r\nVA 4 f0 kkey\r\nVA 3\r\nEN\r\nVA 0\r\n\r\nMN\r\n"

    def test_a_client_of_any_protocol_gets_another_value_than_it_stored
      %w[socket dalli@3.2.8,protocol=binary dalli@3.2.8,protocol=meta].each do |notation|
        corrupting do |proxy|
          reply = verified(notation, proxy)

          assert_equal [false, {}, [0, 1]], [reply["ok"], reply["errors"], iterations(reply)], "#{notation}: #{reply}"
        end
      end
    end

    def test_the_server_itself_is_untouched
      corrupting do |proxy|
        counts = counted("get_hits", "cmd_set") { verified("socket", proxy) }

        assert_equal({ "get_hits" => 2, "cmd_set" => 2 }, counts)
      end
    end

    def test_changes_the_values_of_every_protocol_however_they_are_cut
      { TEXT => { "ab\r\nc" => "ac\r\nc", "xy" => "xx" }, META => { "VA 3" => "V@ 3" },
        binary => { "abc" => "abb", "\x81xyz" => "\x81xy{", "efg" => "eff" } }.each do |stream, values|
        wrong = values.reduce(stream.b) { |text, (value, changed)| text.sub(value.b) { changed.b } }
        (1..stream.bytesize).each { |size| assert_equal wrong, passed(stream, size) }
      end
    end

    def test_the_connections_and_directions_do_not_mix
      filter = Proxy::Corruption.new

      assert_equal "", filter.call(chunk("VALUE k 0 2\r\nx"))
      assert_equal "END\r\n", filter.call(chunk("END\r\n", connection: 2))
      assert_equal "set k 0 0 1\r\nx\r\n", filter.call(chunk("set k 0 0 1\r\nx\r\n", side: "client"))
      assert_equal "VALUE k 0 2\r\nxx\r\n", filter.call(chunk("y\r\n"))
    end

    private

    def corrupting
      proxy = Proxy::Server.start(memcached.access, filter: Proxy::Corruption.new)
      yield proxy
    ensure
      proxy&.stop
    end

    def verified(notation, proxy)
      load_client(notation)
      open_cell([[step("set", "k1", "view", ttl: 0), stored], [step("get", "k1"), hit("view")]], servers: [proxy.address])
      @talk.ask(type: "verify", cell: "c", iterations: [@expected, @expected], state: [])
    end

    def iterations(reply) = reply["mismatches"].map { |mismatch| mismatch["iteration"] }

    def chunk(bytes, side: "server", connection: 1) = Proxy::Chunk.new(connection: connection, side: side, bytes: bytes)

    # The bytes that come out if the stream arrives in pieces of a size.
    def passed(stream, size)
      filter = Proxy::Corruption.new
      stream.b.scan(/.{1,#{size}}/mn).map { |piece| filter.call(chunk(piece)) }.join
    end

    def packet(opcode, status: 0, extras: "", key: "", value: "")
      body = extras + key + value
      [0x81, opcode, key.bytesize, extras.bytesize, 0, status, body.bytesize, 0, 0].pack("CCnCCnNNQ>") + body.b
    end

    # set, get, a miss, getkq, a statistic and gatkq.
    def binary
      packet(0x01) + packet(0x00, extras: "\0\0\0\1", value: "abc") + packet(0x00, status: 1, value: "Not found") +
        packet(0x0d, extras: "\0\0\0\0", key: "key", value: "\x81xyz".b) + packet(0x10, key: "pid", value: "12") +
        packet(0x24, extras: "\0\0\0\0", key: "key", value: "efg")
    end
  end
end
