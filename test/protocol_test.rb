# frozen_string_literal: true

require "test_helper"
require "json_schemer"

class ProtocolTest < Minitest::Test
  FOLDER = File.join(Cachemark::ROOT, "protocol")
  PLACES = { "servers" => ->(_) { ["127.0.0.1:1"] }, "nowhere" => ->(_) { ["127.0.0.1:1"] },
             "mode" => ->(form) { "threads-#{form}" }, "pairs" => ->(count) { "/tmp/#{count}.json" } }.freeze
  SCHEMA = JSONSchemer.schema(JSON.parse(File.read(File.join(FOLDER, "schema.json"))))

  def test_every_example_of_the_spec_is_valid
    examples = File.read(File.join(FOLDER, "spec.md")).scan(/^```json\n(.*?)^```$/m).flatten.flat_map(&:lines)

    examples.each { |line| assert SCHEMA.valid?(JSON.parse(line)), line }
    assert_equal 37, examples.size
  end

  def test_the_schema_and_the_spec_know_the_same_messages
    spec = File.read(File.join(FOLDER, "spec.md")).scan(/"type":"(\w+)"/).flatten.uniq.sort
    schema = SCHEMA.value["$defs"].values.filter_map { |definition| definition.dig("properties", "type", "const") }.uniq.sort

    assert_equal schema, spec - SCHEMA.value.dig("$defs", "event", "properties", "type", "enum")
  end

  def test_requests_of_the_transcripts_are_valid_but_where_they_test_refusal
    Transcript.all.reject { |transcript| transcript.name == "failures" }.each do |transcript|
      transcript.lines.select { |line| line["to"] }.each do |line|
        message = Transcript.filled(line["message"], PLACES)

        assert SCHEMA.ref("#/$defs/request").valid?(message), "#{transcript.name}: #{message}"
      end
    end
  end

  # The words of a contract that fails.
  { [{ "a" => "<integer>" }, { "a" => 1 }] => nil,
    [{ "client" => "null" }, {}] => 'the message has no "client"',
    [{ "type" => "loaded", "client" => "null" }, { "type" => "failed" }] => 'type: expected "loaded", received "failed"',
    [{}, { "cell" => "c" }] => 'the message has an unexpected "cell"',
    [{ "a" => [{ "b" => "<count>" }] }, { "a" => [{ "b" => "x" }] }] => 'a[0].b: expected "<count>", received "x"',
    [{ "a" => [1, 2] }, { "a" => [1] }] => "a: expected [1,2], received [1]" }.each do |(expected, received), difference|
    define_method(:"test_says_how_a_reply_differs_#{expected}_#{received}") do
      assert_equal [difference], [Transcript.difference(expected, received)]
    end
  end
end
