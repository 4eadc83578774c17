# frozen_string_literal: true

module Cachemark
  module Lab
    class WireLook
      # Traffic in the form for the record: commands by name, the results for their keys, and how values were sent.
      class Tally
        REFUSED = %w[not_stored exists].freeze
        ABSENT = %w[miss not_found].freeze
        # The maximum number of distinct sizes, ttls or flags that are kept of a command, and of unknown keys in total.
        MOST = 32
        MOST_STRANGERS = 1_000

        # The tally of a cell whose keys have the prefix of this engine.
        #: (Plan::Cell, Engine) -> Tally
        def self.of_cell(cell, engine)
          new(cell.scenario, prefix: engine.open_fields(cell)[:prefix], workers: cell.worker_keys)
        end

        # `form` is the scenario as it runs. `workers` are the keys of each worker, if they have their own. `prefix` is the part
        # before each key that comes from the run, not from the client.
        #: (Catalog::Scenario, ?prefix: String, ?workers: Array[Hash[String, String]]?) -> void
        def initialize(form, prefix: "", workers: nil)
          @prelude = form.prelude.size
          @pairs = form.pairs&.count
          @names = texts(form, workers).to_h { |name, text| [text.b, name] }
          @sizes = @names.keys.map(&:bytesize).uniq.sort.reverse
          @prefix = prefix.bytesize
          @encoding = Encoding.new(form)
        end

        #: (Proxy::Traffic) -> Hash[Symbol, Object]
        def of(traffic)
          exchanges = traffic.exchanges
          reads = exchanges.select { |exchange| Vocabulary::Commands[Command.of(exchange)]&.reads? }
          keys = exchanges.flat_map(&:keys)
          { prelude: @prelude, pairs: @pairs, round_trips: traffic.round_trips, connections: traffic.connections,
            bytes_out: traffic.bytes_out, bytes_in: traffic.bytes_in,
            packets: traffic.packets,
            hits: reads.sum(&:hits), misses: reads.sum(&:misses),
            errors: exchanges.count(&:error?), error_texts: error_texts(exchanges),
            garbled: traffic.garbled.map(&:what).first(5), commands: commands(exchanges),
            strangers: strangers(keys), key_bytes: key_bytes(keys) }
        end

        # {requests:, keys:} of a server.
        #: (Proxy::Traffic) -> Hash[Symbol, Integer]
        def self.of_server(traffic)
          { requests: traffic.exchanges.size, keys: traffic.exchanges.sum { |exchange| exchange.keys.size } }
        end

        private

        # {name => key}, or [name, key] pairs if a name means several keys. The name of a pair is its key.
        def texts(form, workers)
          return form.pairs.texts.keys.to_h { |key| [key, key] } if form.pairs

          workers ? workers.flat_map(&:to_a) : form.keys
        end

        # The name of the longest key that is the end of this one, because clients add namespaces; nil for an unknown key.
        def name(key)
          key = key.b
          size = @sizes.find { |size| size <= key.bytesize && @names.key?(key.byteslice(-size, size)) }
          size && @names[key.byteslice(-size, size)]
        end

        # {name => bytes as sent} of the known keys.
        def key_bytes(keys)
          known = keys.uniq.filter_map { |key| name(key)&.then { |name| [name, key.bytesize - @prefix] } }
          known.to_h.first(MOST).to_h
        end

        def strangers(keys) = keys.reject { |key| name(key) }.first(MOST_STRANGERS).map { |key| readable(key) }

        def error_texts(exchanges) = exchanges.filter_map(&:error).map { |text| readable(text) }.uniq.first(5)

        def commands(exchanges)
          groups = exchanges.group_by { |exchange| [exchange.name, Command.of(exchange), exchange.protocol] }
          groups.map { |(name, does, protocol), mine| { name: name, does: does, protocol: protocol, **command(mine) } }
        end

        def command(exchanges)
          items = exchanges.flat_map(&:items)
          outcomes = items.map(&:outcome)
          { count: exchanges.size, keys: items.size, quiet: exchanges.count(&:quiet),
            round_trips: exchanges.count(&:leads), hits: outcomes.count("hit"),
            misses: outcomes.count { |outcome| ABSENT.include?(outcome) },
            refused: outcomes.count { |outcome| REFUSED.include?(outcome) },
            ttls: each(items.map(&:ttl)), flags: each(items.map(&:flags)), value_bytes: each(items.map(&:bytes)),
            encodings: items.filter_map { |item| item.data && @encoding.of(item.data) }.uniq }
        end

        def each(numbers) = numbers.compact.uniq.sort.first(MOST)
        def readable(text) = text.dup.force_encoding("UTF-8").scrub("?")

        # The operation of a command, independent of its name in the protocol.
        module Command
          META = { "md" => "delete", "mn" => "noop", "me" => "debug" }.freeze
          MODES = { "E" => "add", "A" => "append", "P" => "prepend", "R" => "replace" }.freeze

          class << self
            # "get", "set", "add", "delete", "incr" ...; "gat" reads and sets the time.
            #: (Proxy::Exchange) -> String
            def of(exchange)
              return meta(exchange) if exchange.protocol == "meta"
              read = exchange.name[/\Ag[ea]t/]
              return read if read

              exchange.protocol == "binary" ? exchange.name.delete_suffix("q") : exchange.name
            end

            private

            def meta(exchange)
              flags = Array(exchange.details["request"])
              mode = flags.find { |flag| flag.start_with?("M") }&.[](1)&.upcase
              case exchange.name
              when "mg" then read(flags)
              when "ms" then MODES.fetch(mode, "set")
              when "ma" then %w[D -].include?(mode) ? "decr" : "incr"
              else META.fetch(exchange.name, exchange.name)
              end
            end

            def read(flags)
              return "get" if flags.none? { |flag| flag.start_with?("T") }

              flags.include?("v") ? "gat" : "touch"
            end
          end
        end

        # The counts of servers for the commands that the proxies saw.
        module Counted
          # Outcomes of a key that was there.
          FOUND = %w[hit stored deleted touched counted].freeze
          # The counter of a store that names a version, by its outcome.
          SWAPPED = { "stored" => :cas_hits, "not_found" => :cas_misses, "exists" => :cas_conflicts }.freeze
          private_constant :FOUND, :SWAPPED

          class << self
            #: (Array[Proxy::Exchange]) -> Plan::Work
            def of(exchanges)
              moved = exchanges.flat_map { |exchange| exchange.outcomes.flat_map { |outcome| counters(exchange, outcome) } }
              Plan::Work.new(**moved.tally)
            end

            # Counters that the traffic does not show. A quiet change has no reply, and a counter that is created by its
            # first count appears in none of them.
            #: (Array[Proxy::Exchange]) -> Array[Symbol]
            def unknown(exchanges)
              vague = exchanges.select { |exchange| exchange.outcomes.include?("unknown") || exchange.details["initial"] }
              vague.flat_map { |exchange| depending(exchange) }.uniq
            end

            private

            # Those that a command moves for one of its keys. A value counts as a set even if it is not stored.
            def counters(exchange, outcome)
              does = does(exchange) or return []
              return [:sets, *swapped(exchange, outcome)] if does.writes?
              return does.found.map(&:to_sym) if FOUND.include?(outcome)
              return [] unless ABSENT.include?(outcome)

              # By meta command memcached counts an absent key as a read that missed, whatever was to be done with it.
              exchange.name == "mg" ? [:misses] : does.absent.map(&:to_sym)
            end

            def swapped(exchange, outcome) = exchange.details["cas"] ? SWAPPED.values_at(*outcome).compact : []

            # Those that depend on whether the key was there.
            def depending(exchange)
              does = does(exchange) or return []
              return does.counters unless does.writes?

              exchange.details["cas"] ? SWAPPED.values : []
            end

            def does(exchange) = Vocabulary::Commands[Command.of(exchange)]
          end
        end
      end
    end
  end
end
