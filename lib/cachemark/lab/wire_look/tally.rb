# frozen_string_literal: true

module Cachemark
  module Lab
    class WireLook
      # Traffic as the record keeps it: commands by name, what became of their keys, and how values were sent.
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

        # The counts that the servers should have.
        #: (Proxy::Traffic) -> Plan::Work
        def work(traffic) = Counted.of(traffic.exchanges)

        # Counters of which the traffic does not tell.
        #: (Proxy::Traffic) -> Array[Symbol]
        def unknown(traffic) = Counted.unknown(traffic.exchanges)

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

        # A scenario's keys as they come over the wire, where clients put namespaces before them.
        class Keys
          # texts: {name => key}, or pairs of them where a name means several keys; prefix: what the run puts before each
          # key, which the client did not do.
          #: (Hash[String, String] | Array[[String, String]], String) -> void
          def initialize(texts, prefix)
            @names = texts.to_h { |name, text| [text.b, name] }
            @sizes = @names.keys.map(&:bytesize).uniq.sort.reverse
            @prefix = prefix.bytesize
          end

          # The name of the longest key that this one ends in; nil for a stranger.
          #: (String) -> String?
          def name(key)
            key = key.b
            size = @sizes.find { |size| size <= key.bytesize && @names.key?(key.byteslice(-size, size)) }
            size && @names[key.byteslice(-size, size)]
          end

          # {name => bytes as sent} of those that are known.
          #: (Array[String]) -> Hash[String, Integer]
          def bytes(keys) = keys.uniq.filter_map { |key| name(key)&.then { |name| [name, key.bytesize - @prefix] } }.to_h
        end

        # The operation of a command, whatever its protocol calls it.
        module Command
          META = { "mg" => "get", "md" => "delete", "mn" => "noop", "me" => "debug" }.freeze
          MODES = { "E" => "add", "A" => "append", "P" => "prepend", "R" => "replace" }.freeze

          class << self
            # "get", "set", "add", "delete", "incr" ...
            #: (Proxy::Exchange) -> String
            def of(exchange)
              return meta(exchange) if exchange.protocol == "meta"
              return "get" if exchange.name.match?(/\Ag[ea]t/)

              exchange.protocol == "binary" ? exchange.name.delete_suffix("q") : exchange.name
            end

            private

            def meta(exchange)
              flags = Array(exchange.details["request"])
              return "touch" if exchange.name == "mg" && flags.none?("v") && flags.any? { |flag| flag.start_with?("T") }

              mode = flags.find { |flag| flag.start_with?("M") }&.[](1)&.upcase
              case exchange.name
              when "ms" then MODES.fetch(mode, "set")
              when "ma" then %w[D -].include?(mode) ? "decr" : "incr"
              else META.fetch(exchange.name, exchange.name)
              end
            end
          end
        end

        # The counts of servers for the commands that the proxies saw.
        module Counted
          STORES = %w[set add replace append prepend cas].freeze

          class << self
            #: (Array[Proxy::Exchange]) -> Plan::Work
            def of(exchanges)
              groups = exchanges.group_by { |exchange| Command.of(exchange) }
              touches = groups.fetch("touch", [])
              stores = groups.values_at(*STORES).compact.flatten
              Plan::Work.new(hits: (exchanges - touches).sum(&:hits), misses: exchanges.sum(&:misses),
                             sets: stores.sum { |exchange| exchange.items.size }, **touched(touches), **swapped(stores),
                             **%w[delete incr decr].map { |name| found(name, groups.fetch(name, [])) }.reduce(:merge))
            end

            # Counters of which the traffic does not tell: a quiet change has no reply, and a counter that is created by
            # its first count is in none of them.
            #: (Array[Proxy::Exchange]) -> Array[Symbol]
            def unknown(exchanges)
              vague = exchanges.select { |exchange| exchange.outcomes.include?("unknown") || exchange.details["initial"] }
              vague.flat_map { |exchange| names(Command.of(exchange)) }.uniq & Plan::Work.members
            end

            private

            # A touch by meta command that finds nothing counts as a miss of a read.
            def touched(exchanges)
              outcomes = exchanges.flat_map(&:outcomes).tally
              { touch_hits: outcomes.values_at("touched", "hit").compact.sum, touch_misses: outcomes.fetch("not_found", 0) }
            end

            def swapped(stores)
              outcomes = stores.select { |exchange| exchange.details["cas"] }.flat_map(&:outcomes).tally
              { cas_hits: "stored", cas_misses: "not_found", cas_conflicts: "exists" }
                .transform_values { |outcome| outcomes.fetch(outcome, 0) }
            end

            def found(operation, exchanges)
              outcomes = exchanges.flat_map(&:outcomes)
              misses = outcomes.count("not_found")
              names(operation).zip([outcomes.size - misses, misses]).to_h
            end

            def names(operation) = [:"#{operation}_hits", :"#{operation}_misses"]
          end
        end
      end
    end
  end
end
