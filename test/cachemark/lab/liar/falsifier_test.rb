# frozen_string_literal: true

require "test_helper"

class LabLiarFalsifierTest < Minitest::Test
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
    falsifier = Cachemark::Lab::Liar::Falsifier.new { |bytes| seen << bytes and bytes.upcase }
    [stream.b.scan(/.{1,#{size}}/mn).map { |piece| falsifier.pass(piece) }.join, seen]
  end

  def test_finds_the_values_of_every_protocol_however_they_are_cut
    { TEXT => ["ab\r\nc", "xy"], META => ["VA 3"], binary => ["abc", "\x81xyz".b] }.each do |stream, values|
      expected = values.reduce(stream.b) { |text, value| text.sub(value.b) { value.b.upcase } }
      (1..stream.bytesize).each { |size| assert_equal [expected, values.map(&:b)], passed(stream, size) }
    end
  end
end
