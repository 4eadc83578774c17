# frozen_string_literal: true

module Cachemark
  module Lab
    class Tapping
      # Traffic as the record keeps it: commands by name, what became of their keys, and
      # how values were sent.
      class Tally
        REFUSED = %w[not_stored exists].freeze
        ABSENT = %w[miss not_found].freeze
        # Distinct sizes, ttls or flags that are kept of a command, and known keys of all.
        MOST = 32
        MOST_STRANGERS = 1_000

        # `form` is the scenario as it runs; `workers` are the keys of each, where they have their own.
        #: (Catalog::Scenario, ?prefix: String, ?workers: Array[Hash[String, String]]?) -> void
        def initialize(form, prefix: "", workers: nil)
          @prelude = form.prelude.size
          @pairs = form.pairs&.count
          @keys = Keys.new(texts(form, workers), prefix)
          @encoding = Encoding.new(form)
        end

        #: (Proxy::Traffic) -> Hash[Symbol, Object]
        def of(traffic)
          exchanges = traffic.exchanges
          reads = exchanges.reject { |exchange| Command.of(exchange) == "touch" }
          keys = exchanges.flat_map(&:keys)
          { prelude: @prelude, pairs: @pairs, round_trips: traffic.round_trips, connections: traffic.connections,
            bytes_out: traffic.bytes_out, bytes_in: traffic.bytes_in,
            hits: reads.sum(&:hits), misses: reads.sum(&:misses),
            errors: exchanges.count(&:error?), error_texts: error_texts(exchanges),
            garbled: traffic.garbled.map(&:what).first(5), commands: commands(exchanges),
            strangers: strangers(keys), key_bytes: @keys.bytes(keys).first(MOST).to_h }
        end

        # What the servers should have counted.
        #: (Proxy::Traffic) -> Plan::Work
        def work(traffic) = Account.of(traffic.exchanges)

        private

        # A pair has no name but its key.
        def texts(form, workers)
          return form.pairs.texts.keys.to_h { |key| [key, key] } if form.pairs

          workers ? workers.flat_map(&:to_a) : form.keys
        end

        def strangers(keys) = keys.reject { |key| @keys.name(key) }.first(MOST_STRANGERS).map { |key| readable(key) }

        def error_texts(exchanges) = exchanges.filter_map(&:error).map { |text| readable(text) }.uniq.first(5)

        def commands(exchanges)
          groups = exchanges.group_by { |exchange| [exchange.name, Command.of(exchange), exchange.protocol] }
          groups.map { |(name, does, protocol), mine| { name: name, does: does, protocol: protocol, **command(mine) } }
        end

        def command(exchanges)
          items = exchanges.flat_map(&:items)
          outcomes = items.map(&:outcome)
          { count: exchanges.size, keys: items.size, quiet: exchanges.count(&:quiet), hits: outcomes.count("hit"),
            misses: outcomes.count { |outcome| ABSENT.include?(outcome) },
            refused: outcomes.count { |outcome| REFUSED.include?(outcome) },
            ttls: each(items.map(&:ttl)), flags: each(items.map(&:flags)), value_bytes: each(items.map(&:bytes)),
            encodings: items.filter_map { |item| item.data && @encoding.of(item.data) }.uniq }
        end

        def each(numbers) = numbers.compact.uniq.sort.first(MOST)
        def readable(text) = text.dup.force_encoding("UTF-8").scrub("?")
      end
    end
  end
end
