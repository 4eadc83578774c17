# frozen_string_literal: true

module Cachemark
  module Proxy
    class Conversation
      # A command that is being said or not yet answered. `dialect` knows which replies it may
      # get; `payload` is the value that the client sends with it.
      class Request
        # Those of which several are sent in a row, when they are quiet, and one more that must be answered.
        GATHERED = %w[mg getq getkq gatq gatkq].freeze
        private_constant :GATHERED

        attr_reader :name, :dialect, :keys, :quiet, :payload, :details, :outcome
        attr_accessor :bytes_out, :bytes_in, :whole

        #: (String, Object, ?keys: Array[String], ?quiet: bool, ?ttl: Integer?, ?flags: Integer?, ?size: Integer?, **Object) -> void
        def initialize(name, dialect, keys: [], quiet: false, ttl: nil, flags: nil, size: nil, details: {})
          @name = name
          @dialect = dialect
          @keys = keys
          @quiet = quiet
          @ttl = ttl
          @flags = flags
          @payload = size && Payload.new(size)
          @details = details
          @found = {}
          @bytes_out = @bytes_in = 0
        end

        # A value came back: for the key named, or for the only one.
        def found(key: nil, **item)
          place = key ? places.fetch(key, []).shift : 0
          return false unless place && place < keys.size

          @found[place] = item
          true
        end

        # What is known of each key for which no value came.
        #: (String, ?String) -> void
        def settle(outcome, error = nil)
          @outcome = outcome
          @error = error
        end

        def settled? = !@outcome.nil?

        # Whether it still needs something before it is known: a reply, or its own rest.
        def owed? = !quiet || !whole

        # Whether a client that has said it has more to say before it can wait: silence could be a miss, or a reply to come.
        def gathers? = quiet && GATHERED.include?(name)

        #: () -> Exchange
        def exchange
          items = keys.each_index.map { |place| item(place) }
          Exchange.new(name: name, protocol: dialect.protocol, items: items.freeze, quiet: quiet,
                       outcome: @error || items.empty? ? @outcome : items.first.outcome, error: @error,
                       bytes_out: bytes_out, bytes_in: bytes_in, details: details.freeze)
        end

        private

        def places
          @places ||= keys.each_index.group_by { |place| keys[place] }
        end

        def item(place)
          told = { key: keys[place].freeze, ttl: @ttl, outcome: @outcome }
          told = { **told, flags: @flags, bytes: payload.bytes, data: payload.data.freeze } if payload
          Item.new(**told, **@found.fetch(place, {}))
        end
      end
    end
  end
end
