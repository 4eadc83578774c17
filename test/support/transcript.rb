# frozen_string_literal: true

require "json"

# A golden conversation, replayed against a live driver: of protocol/transcripts, with the driver, or of test/contract/answers,
# with Driver::Planned. protocol/spec.md says what the placeholders mean; answers have some more.
class Transcript
  PROTOCOL = File.join(Cachemark::ROOT, "protocol", "transcripts")
  ANSWERS = File.join(Cachemark::ROOT, "test", "contract", "answers")
  PLACEHOLDER = /\A<(?<kind>\w+)(?: (?<size>[\w,]+))?>\z/

  #: (String) -> Array[Transcript]
  def self.all(folder) = Dir[File.join(folder, "*.jsonl")].sort.map { |path| new(path) }

  attr_reader :name, :lines

  def initialize(path)
    @path = path
    @name = File.basename(path, ".jsonl")
    @lines = File.readlines(path).map { |line| JSON.parse(line) }
  end

  # Whether it is for drivers of this level.
  #: (Integer) -> bool
  def level?(level) = Transcript.fits?(lines.first.dig("message", "level"), level)

  # The clients that it loads.
  #: () -> Array[String]
  def clients = lines.select { |line| line.dig("message", "type") == "load" }.map { |line| line.dig("message", "client") }

  # The modes to replay it in, of those that a driver offers; [nil] where it names none. No processes share a client.
  #: (Array[String]) -> Array[String?]
  def modes(offered)
    form = lines.to_s[/<mode (\d+(,shared)?)>/, 1] or return [nil]
    names = form.end_with?("shared") ? offered - %w[processes] : offered
    names.map { |name| "#{name}-#{form}" }
  end

  # Asks `talk` (send_line, read_line) and fails at a reply that differs. `places` has the values of the placeholders of
  # requests: {"servers" => ^(String?) -> Object}.
  def replay(talk, places)
    lines.each.with_index(1) do |line, number|
      next compare(line["message"], talk.read_line, number) if line["from"]

      talk.send_line(line["line"] || JSON.generate(Transcript.filled(line["message"], places)))
    end
  end

  # A request with its placeholders replaced.
  def self.filled(value, places)
    case value
    when Hash then value.transform_values { |inner| filled(inner, places) }
    when Array then value.map { |inner| filled(inner, places) }
    when PLACEHOLDER then places.key?($~[:kind]) ? places[$~[:kind]].call($~[:size]) : value
    else value
    end
  end

  # The first difference that makes a received value unfit, as 'libraries[0].name: expected "x", received nil'; nil without one.
  #: (Object, Object, ?String) -> String?
  def self.difference(expected, received, place = "the message")
    return if fits?(expected, received)

    case [expected, received]
    in [Hash, Hash] then member_difference(expected, common(expected, received), place)
    in [Array, Array] if expected.size == received.size
      expected.zip(received).each_with_index.filter_map { |pair, at| difference(*pair, "#{place}[#{at}]") }.first
    else "#{place}: expected #{expected.to_json}, received #{received.to_json}"
    end
  end

  # A reply of another type has other members.
  def self.member_difference(expected, received, place)
    types = [expected, received].filter_map { |message| message["type"] }
    return difference(*types, "type") if types.uniq.size == 2

    absent, extra = expected.keys - received.keys, received.keys - expected.keys
    return "#{place} has no #{absent.first.inspect}" if absent.any?
    return "#{place} has an unexpected #{extra.first.inspect}" if extra.any?

    expected.filter_map { |name, one| difference(one, received[name], "#{place}.#{name}".delete_prefix("the message.")) }.first
  end

  # Whether a received value is what the transcript has in its place.
  def self.fits?(expected, actual)
    case expected
    when Hash
      same_size?(Hash, expected, common(expected, actual)) && expected.all? { |key, one| fits?(one, actual.fetch(key, :absent)) }
    when Array then same_size?(Array, expected, actual) && expected.zip(actual).all? { |pair| fits?(*pair) }
    when PLACEHOLDER then placeholder?($~[:kind], $~[:size], actual)
    else expected == actual
    end
  end

  def self.placeholder?(kind, form, actual)
    size = form.to_i
    case kind
    when "level" then form.split(",").include?(actual.to_s)
    when "string" then actual.is_a?(String)
    when "text" then actual.nil? || actual.is_a?(String)
    when "integer" then natural?(actual)
    when "count" then actual.nil? || natural?(actual)
    when "at_most" then actual.nil? || (natural?(actual) && actual <= size)
    when "integers" then actual.is_a?(Array) && actual.size == size && actual.all? { |number| natural?(number) }
    when "strings" then actual.is_a?(Array) && actual.all?(String)
    when "sites" then actual.nil? || (actual.is_a?(Array) && actual.any?)
    when "libraries" then actual.is_a?(Array) && actual.all?(Hash)
    when "latencies" then actual.is_a?(String) && actual.unpack1("m0").bytesize == size * 4
    when "nanoseconds" then actual.is_a?(String) && actual.unpack1("m0").bytesize == size * 8
    when "messages" then actual.is_a?(Hash) && actual.any? && actual.values.all?(String)
    when "errors" then actual.is_a?(Hash) && actual.values.sum == size
    end
  end

  # Fields that only some drivers have.
  SOME = %w[cell actor jit compiled_bytes modes interrupts encodings typed computed injected at].freeze
  private_constant :SOME

  # A reply without those of them that are not expected.
  def self.common(expected, reply) = reply.is_a?(Hash) ? reply.except(*SOME - expected.keys) : reply

  def self.natural?(value) = value.is_a?(Integer) && value >= 0

  def self.same_size?(type, expected, actual) = actual.is_a?(type) && actual.size == expected.size
  private_class_method :member_difference, :placeholder?, :common, :natural?, :same_size?

  private

  def compare(expected, received, number)
    received = Cachemark::Driver::Planned::Reported.typed(received, {}) # with values for their JSON
    return if Transcript.fits?(expected, received)

    place = "#{@path.delete_prefix("#{Cachemark::ROOT}/")}:#{number}"
    raise Minitest::Assertion, "#{place}: #{Transcript.difference(expected, received)}\nin #{JSON.generate(received)[0, 2000]}"
  end
end
