# frozen_string_literal: true

module Cachemark
  module Proxy
    # A command that a client is sending, or that has no reply yet. `dialect` defines its possible replies; `payload` is the
    # value that the client sends with it.
    class Command
      # Quiet commands that clients send in groups before a command that gets a reply.
      GATHERED = %w[mg getq getkq gatq gatkq].freeze
      private_constant :GATHERED

      attr_reader :name, :dialect, :keys, :quiet, :payload, :details, :outcome
      attr_accessor :bytes_out, :bytes_in, :whole, :leads

      #: (String, Object, ?keys: Array[String], ?quiet: bool, ?ttl: Integer?, ?flags: Integer?, ?size: Integer?, **Object) -> void
      def initialize(name, dialect, keys: [], quiet: false, ttl: nil, flags: nil, size: nil, details: {})
        @name = name
        @dialect = dialect
        @keys = keys
        @quiet = quiet
        @ttl = ttl
        @flags = flags
        @payload = size && Conversation::Intake::Payload.new(size)
        @details = details
        @found = {}
        @bytes_out = @bytes_in = 0
      end

      # A value arrived, for the named key or for the only one. Returns false for a key that is not in the command.
      def found(key: nil, **item)
        place = key ? places.fetch(key, []).shift : 0
        return false unless place && place < keys.size

        @found[place] = item
        true
      end

      # Sets the outcome of every key without a value.
      #: (String, ?String) -> void
      def settle(outcome, error = nil)
        @outcome = outcome
        @error = error
      end

      def settled? = !@outcome.nil?

      # Whether it still needs a reply, or the rest of its own bytes.
      def owed? = !quiet || !whole

      # Whether the client must send more before it can wait, because silence could be a miss, or a reply to come.
      def gathers? = quiet && GATHERED.include?(name)

      #: () -> Exchange
      def exchange
        items = keys.each_index.map { |place| item(place) }
        Exchange.new(name: name, protocol: dialect.protocol, items: items.freeze, quiet: quiet, leads: leads == true,
                     outcome: @error || items.empty? ? @outcome : items.first.outcome, error: @error,
                     bytes_out: bytes_out, bytes_in: bytes_in, details: details.freeze)
      end

      private

      def places
        @places ||= keys.each_index.group_by { |place| keys[place] }
      end

      def item(place)
        facts = { key: keys[place].freeze, ttl: @ttl, outcome: @outcome }
        facts = { **facts, flags: @flags, bytes: payload.bytes, data: payload.data.freeze } if payload
        Item.new(**facts, **@found.fetch(place, {}))
      end
    end
  end
end
