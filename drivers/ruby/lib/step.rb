# encoding: utf-8
require "json"

module CachemarkDriver
  # One operation of a scenario as an adapter sees it: the fields of the message,
  # with the library's own default (nil) distinguished from an explicit 0.
  class Step
    # Name => what protocol/operations.json says of it.
    OPERATIONS = File.open(File.expand_path("../../../../protocol/operations.json", __FILE__), "r:UTF-8") do |file|
      JSON.parse(file.read)
    end

    # Keys of a multi-key call that a message names.
    MOST_NAMED = 6

    # array: the String constant that names the prebuilt Array of a multi-key call's
    # keys, nil for a step with one key.
    attr_reader :array

    # fields: Hash with String keys, as `open` carries it.
    def initialize(fields, array = nil)
      op = fields["op"]
      @operation = OPERATIONS[op] || raise(ArgumentError, "unknown operation: #{op.inspect}")
      raise ArgumentError, "#{op} cannot go through #{fields["each"].inspect}" unless each_fits?(fields["each"])
      @fields = fields
      @array = array
    end

    # String: the name of one of OPERATIONS.
    def op; @fields["op"] end

    # String, the key's name in the scenario; nil for a multi-key call.
    def key; @fields["key"] end

    # Array of the keys' names; empty for a step with one key.
    def keys; @fields["keys"] || [] end

    # true: its call takes a value.
    def writes?; @operation.key?("value") end

    # true: its reply holds values.
    def reads?; %w(value values versions).include?(@operation["reply"]) end

    # true: its reply holds values with their versions.
    def versions?; @operation["reply"] == "versions" end

    # true: its reply says whether it was done.
    def done?; @operation["reply"] == "stored" end

    # true: one call with each pair.
    def each?; @fields["each"] == "pairs" end

    # String that names its key or keys, of many only the first; nil for a step with `each`.
    def place
      return key if key || each?
      keys.size > MOST_NAMED ? "#{keys.first(MOST_NAMED).join(" ")} and #{keys.size - MOST_NAMED} more" : keys.join(" ")
    end

    # String, the value's name in the scenario, or nil.
    def value; @fields["value"] end

    # Array of the names of the values, one for each of its keys; nil for a step with one key, or without values.
    def values; @fields["values"] end

    # true: it computes the value of a key that is absent.
    def computes?; reads? && !(value || values).nil? end

    # Integer seconds for which a store may answer with an expired value while another caller computes the new one, or nil.
    def race_condition_ttl; @fields["race_condition_ttl"] end

    # Integer seconds, or nil for the library's default; a Text where an application passes one on.
    def ttl; argument("ttl") end

    # true: the bytes as they are, no serialisation.
    def raw?; @fields["raw"] == true end

    # true: a read that asks for the bytes of a value, whatever its flags say.
    def bytes?; @fields["bytes"] == true end

    # The caller's block of a call with several keys: "all" collects the values, "break" and "raise" give up at the first. nil
    # without a block.
    def block; @fields["block"] end

    # true: a call of a quiet block, whose reply the client does not wait for.
    def quiet?; @fields["quiet"] == true end

    # Integer: how much a counter moves; or a Text.
    def by; argument("by") || 1 end

    # Integer a counter starts with when it is absent, or nil; or a Text.
    def initial; argument("initial") end

    def unless_exist?; @fields["unless_exist"] == true end

    # Hash with String keys: what the published benchmark did otherwise here.
    def published; @fields["published"] || {} end

    # A text in the place of a number, which is its own literal in the source of a call.
    class Text
      def initialize(text)
        @text = text
      end

      # A number that the text begins with, as String#to_i has it.
      def to_i; @text.to_i end

      def inspect; @text.inspect end

      alias_method :to_s, :inspect
    end

    private

    def argument(name)
      given = @fields[name]
      given.is_a?(String) ? Text.new(given) : given
    end

    def each_fits?(each)
      each.nil? || (each == "pairs" && @operation["each"])
    end
  end
end
