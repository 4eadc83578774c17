# encoding: utf-8
require "json"

module CachemarkDriver
  # One call of a plan as an adapter sees it: the fields of the message,
  # with the library's own default (nil) distinguished from an explicit 0.
  class Step
    # Name => what protocol/operations.json says of it.
    OPERATIONS = File.open(File.expand_path("../../../../protocol/operations.json", __FILE__), "r:UTF-8") do |file|
      JSON.parse(file.read)
    end

    # Fields that are no part of a Step.
    OPERANDS = %w(key keys value values after_miss)
    # The end of the name of an operation whose caller gets the values one by one.
    IN_BLOCK = "_block"

    # array: the String constant that names the prebuilt Array of a multi-key call's
    # keys, nil for a step with one key.
    attr_reader :array

    # String: the name of one of OPERATIONS.
    attr_reader :op

    # fields: Hash with String keys, as a plan has it; quiet: its call is in a quiet block.
    def initialize(fields, array = nil, quiet = false)
      @op = fields["block"] ? fields["op"].sub(/#{IN_BLOCK}\z/, "") : fields["op"]
      @operation = OPERATIONS[op] || raise(ArgumentError, "unknown operation: #{op.inspect}")
      @fields = fields.reject { |name, _| OPERANDS.include?(name) }
      @array = array
      @writes = @operation.key?("value")
      @quiet = quiet || fields["quiet"] == true
      @computes = reads? && (fields.key?("value") || fields.key?("values"))
    end

    # Steps that differ in their keys and values only are equal.
    def same; [@fields, @computes] end

    # true: its call takes a value.
    def writes?; @writes end

    # true: its reply holds values.
    def reads?; %w(value values versions).include?(@operation["reply"]) end

    # true: its reply says whether it was done.
    def done?; @operation["reply"] == "stored" end

    # true: one call with each of its keys.
    def each?; @fields["each"] == true end

    # true: it computes the value of a key that is absent.
    def computes?; @computes end

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
    def quiet?; @quiet end

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
  end
end
