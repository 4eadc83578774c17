# frozen_string_literal: true

require "test_helper"

class ProtocolTest < Minitest::Test
  SPEC = File.read(File.join(Cachemark::ROOT, "protocol", "spec.md"))
  PLACES = { "servers" => ->(_) { ["127.0.0.1:1"] }, "nowhere" => ->(_) { ["127.0.0.1:1"] }, "values" => ->(_) { "/tmp/values" },
             "mode" => ->(form) { form ? "threads-#{form}" : "threads" } }.freeze
  SCHEMA = ProtocolSchema::ALL

  def test_every_example_of_the_spec_is_valid
    examples = SPEC.scan(/^```json\n(.*?)^```$/m).flatten.flat_map(&:lines)

    examples.each { |line| assert SCHEMA.valid?(JSON.parse(line)), line }
    assert_equal 27, examples.size
  end

  def test_the_schema_and_the_spec_know_the_same_messages
    spec = SPEC.scan(/"type":"(\w+)"/).flatten.uniq.sort
    schema = SCHEMA.value["$defs"].values.filter_map { |definition| definition.dig("properties", "type", "const") }.uniq.sort

    assert_equal schema, spec - SCHEMA.value.dig("$defs", "event", "properties", "type", "enum")
  end

  def test_requests_of_the_transcripts_are_valid_but_where_they_test_refusal
    Transcript.all(Transcript::PROTOCOL).each do |transcript|
      transcript.lines.filter_map { |line| line["message"] if line["to"] }.each do |given|
        message = Transcript.filled(given, PLACES)

        assert_equal message["type"] == "sing", !ProtocolSchema.errors("request", message).nil?, "#{transcript.name}: #{message}"
      end
    end
  end

  # A transcript for no level would be replayed by nobody.
  def test_each_level_has_transcripts
    levels = Transcript.all(Transcript::PROTOCOL).to_h { |one| [one.name, (1..3).select { |level| one.level?(level) }] }

    assert_equal({ "null" => [1, 2, 3], "workers" => [2, 3], "actor" => [3] }, levels.slice("null", "workers", "actor"))
  end

  def test_a_message_that_the_protocol_does_not_know_fails_a_test
    wrong = [["request", { "id" => 1, "type" => "verify" }], ["reply", { "id" => 1, "type" => "clock", "ns" => nil }],
             ["reply", { "id" => 1, "type" => "ran", "replies" => [[{ "bytes" => "eA==" }]] }]]

    wrong.each { |kind, message| assert_raises(Minitest::Assertion) { ProtocolSchema.check(kind, message) } }
  end

  # The words of a contract that fails.
  { [{ "a" => "<integer>" }, { "a" => 1 }] => nil,
    [{ "client" => "null" }, {}] => 'the message has no "client"',
    [{ "type" => "loaded", "client" => "null" }, { "type" => "failed" }] => 'type: expected "loaded", received "failed"',
    [{}, { "more" => "c" }] => 'the message has an unexpected "more"',
    [{ "a" => [{ "b" => "<count>" }] }, { "a" => [{ "b" => "x" }] }] => 'a[0].b: expected "<count>", received "x"',
    [{ "a" => [1, 2] }, { "a" => [1] }] => "a: expected [1,2], received [1]" }.each do |(expected, received), difference|
    define_method(:"test_says_how_a_reply_differs_#{expected}_#{received}") do
      assert_equal [difference], [Transcript.difference(expected, received)]
    end
  end
end
