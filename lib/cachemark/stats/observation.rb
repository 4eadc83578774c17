# frozen_string_literal: true

module Cachemark
  module Stats
    # A cell, the definition of its scenario, and what the proxy saw of it: `cold` in the first iteration, `warm` in the
    # last, after which iterations no longer differ. `askings` are how its calls ask several servers.
    class Observation < Value.define(:cell, :definition, :warm, cold: nil, askings: [].freeze)
      # From the proxy's lines about a cell; nil if the proxy never saw it.
      #: (Hash, Evidence) -> Observation?
      def self.of(cell, evidence)
        lines = evidence.work(cell).sort_by { |line| line["pass"] }
        return if lines.empty?

        passes = lines.map { |line| WireWork.new(line) }
        definition = Definition.new(cell["definition"], pairs: lines.last["pairs"])
        new(cell: cell, definition: definition, cold: passes.first, warm: passes.last, askings: evidence.askings(cell).freeze)
      end

      # How a call of `op` with a number of keys asks several servers. `spread` has the commands and keys of each server.
      # `at_once` is how many of them had a request at the same time.
      Asking = Value.define(:op, :keys, :spread, :at_once) do
        # From a line of the record.
        #: (Hash) -> Asking
        def self.of(line) = new(op: line["op"], keys: line["keys"], spread: line["servers"], at_once: line["at_once"])

        # Integer: the servers that were asked.
        def asked = spread.count { |server| server["requests"].positive? }

        # Whether it waited for one server before it asked another.
        def in_turn? = at_once < asked
      end

      # String: the contender's id; its language; the name of its row in a report, without that id.
      def contender = cell["contender"]
      def language = cell["client"].to_s[%r{\A[^/]+(?=/)}]
      def name = cell["label"].to_s.delete_prefix("#{contender}:")

      # Rows with the same of both are comparable: they have one scenario and as many workers, whether or not they share a client.
      def scenario_and_mode = [cell["scenario"], cell["mode"].to_s.delete_suffix(",shared")]

      # Integer: the number of concurrent callers.
      def workers = Vocabulary::Mode.of(cell["mode"]).workers

      # Whether reports print its row.
      def shown? = cell.fetch("shown", true)

      # The facts with which a remark on another row names this one. A row that is not printed has to be introduced.
      #: () -> Hash[Symbol, Object]
      def as_peer = { contender: contender, shown: shown? }.freeze

      # Whether this is the reference, whose work is the least that is correct.
      def reference? = Vocabulary::References.socket?(cell["client"])

      # Whether it makes no calls at all.
      def null? = Vocabulary::References.null?(cell["client"])

      # The calls of an iteration by the scenario's definition, which the record's cells keep.
      class Definition
        OPERATIONS = Vocabulary::Operations
        READS, WRITES, MULTI = %i[looks_up writes? multi?].map { |kind| OPERATIONS.names(&kind).freeze }
        private_constant :OPERATIONS, :READS, :WRITES, :MULTI

        # `pairs` is the number of its pairs that the proxy saw.
        #: (Hash?, ?pairs: Integer?) -> void
        def initialize(facts, pairs: nil)
          @facts = facts || {}
          @pairs = pairs
        end

        # Array[Hash]: one per call.
        #: () -> Array[Hash]
        def steps = @steps ||= (@facts["steps"] || []).flat_map { |step| step["each"] ? [step] * @pairs.to_i : [step] }

        # Integer: calls that prepare the scenario. Calls with each of its pairs count as one.
        def prelude = @facts["prelude"]&.size || 0

        # Whether the scenario goes through pairs.
        def pairs? = @facts.key?("pairs")

        # Array[Hash] of steps.
        def writes = steps.select { |step| WRITES.include?(step["op"]) }
        def reads = steps.select { |step| READS.include?(step["op"]) }

        # Keys that an iteration reads, or always writes.
        #: () -> Integer
        def keys_read = keys_of(reads)
        def keys_written = keys_of(writes)

        # Names of the counters that the server increments for these keys, and of those for absent keys. For memcached,
        # a meta command that finds nothing is a missed read, whatever the operation is.
        #: () -> Array[String]
        def lookup_counters = lookups.flatten.uniq
        def miss_counters = lookups.map(&:last).uniq

        # Writes that must not overwrite an existing value.
        #: () -> Integer
        def adds = writes.count { |step| step["op"] == "add" || step["unless_exist"] }

        # Whether all values that are written, or read, are plain; nil if there are none.
        def plain_writes? = all_plain?(writes)
        def plain_reads? = all_plain?(reads)

        # Times to live in the steps, in seconds. Counters have them too, because some steps create a counter.
        #: () -> Array[Integer]
        def ttls = steps.filter_map { |step| step["ttl"] }.uniq

        # Calls with several keys, which may be on several servers.
        #: () -> Integer
        def multi_calls = steps.count { |step| MULTI.include?(step["op"]) }

        # [names of the calls with several keys, number of the other calls] of those that move a counter of the server.
        #: (String) -> [Array[String], Integer]
        def calls_that_move(counter)
          moving = steps.map { |step| step["op"] }
                        .select { |op| (OPERATIONS[op].found | OPERATIONS[op].absent).include?(counter) }
          several, single = moving.partition { |op| MULTI.include?(op) }
          [several.uniq, single.size]
        end
        def multi? = multi_calls.positive?

        # Whether a local cache is in front of the server.
        def local_cache? = @facts["wrap"] == "local_cache"

        # Bytes of the key with a name. The name of a pair is its key. nil for a key that the scenario does not have.
        #: (String) -> Integer?
        def key_bytes(name) = pairs? ? name.bytesize : @facts.dig("keys", name)&.bytesize

        private

        def keys_of(steps) = steps.sum { |step| step["keys"]&.size || 1 }

        def lookups = [%w[hits misses], *reads.map { |step| OPERATIONS[step["op"]].looks_up }]

        def all_plain?(steps) = steps.empty? ? nil : steps.all? { |step| step["raw"] == true }
      end

      # The traffic of one iteration of a cell, from a `work` line of the record.
      class WireWork
        READS, WRITES, COUNTS, TIMED = %i[reads? writes? number ttl].map { |kind| Vocabulary::Commands.names(&kind) }

        # Counts of a line, and of its commands, that are summed over iterations.
        TOTALS = %w[round_trips bytes_out bytes_in packets hits misses errors locks].freeze
        COMMAND_TOTALS = %w[count keys quiet round_trips hits misses refused].freeze
        private_constant :READS, :WRITES, :COUNTS, :TIMED, :TOTALS, :COMMAND_TOTALS

        class << self
          # Converts a line of several iterations, one per worker, to a line of one iteration.
          #: (Hash) -> Hash
          def per_iteration(line)
            count = line["iterations"] || 1
            return line if count == 1

            single = { "iterations" => 1, **shares(line.slice(*TOTALS), count) }
            single["exceptions"] = shares(line["exceptions"], count) if line["exceptions"]
            single["servers"] = line["servers"].map { |server| shares(server, count) } if line["servers"]
            if line["commands"]
              single["commands"] = line["commands"].map { |command| command.merge(shares(command.slice(*COMMAND_TOTALS), count)) }
            end
            line.merge(single)
          end

          private

          def shares(counts, iterations) = counts.transform_values { |count| count && share(count, iterations) }

          # An Integer if the share is whole, else rounded to two decimals.
          def share(count, iterations)
            (count % iterations).zero? ? count / iterations : count.fdiv(iterations).round(2)
          end
        end

        # Hash: the record's line, per iteration.
        attr_reader :line

        #: (Hash) -> void
        def initialize(line)
          @line = self.class.per_iteration(line)
        end

        # Integer: alternations of writing and reading.
        def round_trips = line["round_trips"]
        def bytes_out = line["bytes_out"]
        def bytes_in = line["bytes_in"]
        # Integer or nil: TCP segments with data from the client.
        def packets = line["packets"]
        # Integer: keys that reads found, and did not find.
        def hits = line["hits"]
        def misses = line["misses"]
        # Integer or nil: untimed calls that prepared the iteration.
        def prelude = line["prelude"]
        # Integer or nil: connections that carried a request.
        def used = line["used"]
        # Array[String]: "text", "meta" or "binary".
        def protocols = commands.map { |command| command["protocol"] }.uniq.sort
        # Integer: replies that reported an error.
        def errors = line["errors"]
        # Array[Hash]: one per command name, with keys, ttls, flags, value_bytes, encodings ...
        def commands = line["commands"] || []
        # Hash[String, Integer]: exceptions raised inside the client, by class; empty if that is unknown.
        def exceptions = line["exceptions"] || {}
        # Integer or nil: how often the client took a lock.
        def locks = line["locks"]
        # Array[String]: keys that the scenario does not have.
        def strangers = line["strangers"] || []
        # Hash[String, Integer]: bytes of the scenario's keys as they were sent, by name.
        def key_bytes = line["key_bytes"] || {}
        # Array[Hash]: commands and keys of each server; empty for a single one.
        def spread = line["servers"] || []
        # Array[String]: the names under which one server was reached, if it had several.
        def names = line["names"] || []
        # Hash[String, Integer]: the counts that the corrected scenario causes at the server.
        def expected = line["expected"] || {}
        # String or nil: how the proxy and the servers' own counters disagree.
        def reason = line["reason"]

        # [keys, round trips] of the commands that write ("sets"), read ("hits") or delete ("delete_hits"). Older records have no
        # round trips of commands.
        #: (String) -> [Numeric, Numeric]
        def keys_and_round_trips(counter)
          kinds = { "sets" => WRITES, "hits" => READS, "delete_hits" => %w[delete] }.fetch(counter)
          [total(kinds, "keys"), total(kinds, "round_trips")]
        end

        # Keys that were looked up.
        #: () -> Integer
        def reads = total(READS, "keys")

        # Values that the client sent.
        #: () -> Integer
        def writes = total(WRITES, "count")

        #: () -> Integer
        def deleted = total(%w[delete], "keys") - total(%w[delete], "misses")

        # How often the client stored a value only if the key was absent.
        #: () -> Integer
        def adds = total(%w[add], "count")

        # [misses, all] of the counting commands.
        #: () -> [Integer, Integer]
        def counts = [total(COUNTS, "misses"), total(COUNTS, "count")]

        # Times to live that values were given, in seconds, without duplicates.
        #: () -> Array[Integer]
        def ttls = all(TIMED, "ttls")

        # Flags of stored values, and of values read.
        def flags_written = all(WRITES, "flags")
        def flags_read = all(READS, "flags")

        # Array[String]: how stored values, or values read, were encoded.
        def encodings_written = all(WRITES, "encodings")
        def encodings_read = all(READS, "encodings")
        def encodings = encodings_written | encodings_read

        # Array[Integer]: sizes of the values that were sent, that were read, and of both.
        def value_bytes_written = all(WRITES, "value_bytes").sort
        def value_bytes_read = all(READS, "value_bytes").sort
        def value_bytes = all(WRITES + READS, "value_bytes").sort

        # [[name, keys per command]] of the commands that read.
        #: () -> Array[[String, Integer]]
        def lookups = commands_of(READS).map { |command| [command["name"], command["keys"].fdiv([command["count"], 1].max)] }

        # Keys that were absent, for any command; writes that were refused.
        #: () -> Integer
        def absent = commands.sum { |command| command["misses"] || 0 }
        def refused = commands.sum { |command| command["refused"] || 0 }

        # Keys that reads found.
        #: () -> Integer
        def found = total(READS, "hits")

        private

        def commands_of(kinds) = commands.select { |command| kinds.include?(command["does"]) }
        def total(kinds, field) = commands_of(kinds).sum { |command| command[field] || 0 }

        def all(kinds, field)
          (@all ||= {})[[kinds, field]] ||= commands_of(kinds).flat_map { |command| command[field] || [] }.uniq
        end
      end
    end
  end
end
