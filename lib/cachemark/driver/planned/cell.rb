# frozen_string_literal: true

require "json"

module Cachemark
  module Driver
    class Planned
      # A cell of a planned driver, or one of its workers: the plans of its calls, the values in them, and what their replies
      # must be.
      class Cell
        # Raised for a part of a scenario that plans cannot have; the message names it.
        Lack = Values::Lack
        FIELDS = %w[op raw ttl by initial unless_exist race_condition_ttl published bytes block interrupt].freeze
        STORE = "store"
        private_constant :FIELDS, :STORE

        # Traffic: the one that its driver has read, or nil.
        attr_accessor :traffic

        # Hash: the calls of each plan, by its name; Values: those in them.
        attr_reader :plans, :values

        # The key and the text of each of the scenario's pairs, without the prefix; nil if it has none.
        #: (Hash[String, Object]) -> Array[[String, String]]?
        def self.pairs(scenario)
          file = scenario.dig("pairs", "file")
          file && ::JSON.parse(File.read(file, encoding: "UTF-8")).to_a
        end

        # The `open` request. Workers of one process share their `values`, and each has its own `pairs`.
        #: (Hash[String, Object], ?values: Values, ?pairs: Array[[String, String]]?) -> void
        def initialize(message, values: Values.new, pairs: Cell.pairs(message.fetch("scenario")))
          @message = message
          @scenario = message.fetch("scenario")
          @values = values
          @pairs = pairs
          raise Lack, wrap if wrap && !@values.full?

          @plans = all_plans
          @passed = 0
        rescue Lack, Refused
          @values.forget
          raise
        end

        #: () -> String
        def id = @message.fetch("cell")

        # How many calls an iteration makes.
        #: () -> Integer
        def calls = steps.sum { |step| step["each"] ? pairs.size : 1 }

        # String?: what an iteration's calls are inside of.
        def wrap = @scenario["wrap"]

        # Whether others share its keys, and find what it leaves there.
        def published? = @message["published"] == true

        # Whether its client outlives it.
        def kept? = @message["shared"] == true

        # Array[Hash]: the scenario's steps.
        def steps = @scenario.fetch("steps")
        def prelude = @scenario["prelude"] || []

        # A call of a step that has `each`, with one key as it is sent, and with a text for its value.
        #: (Hash[String, Object], String, ?String?) -> Hash[String, Object]
        def single(step, key, text = nil)
          value = text && @values.add({ "kind" => "string", "text" => text }, raw: step["raw"] == true)
          { **step.slice(*FIELDS), "key" => key, "value" => value }.compact
        end

        # The keys of the scenario's pairs as they are sent.
        #: () -> Array[String]
        def pair_keys = pairs.map { |key, _| "#{@message["prefix"]}#{key}" }

        # The fields of the driver's `open` request.
        #: () -> Hash[Symbol | String, Object]
        def to_open
          fields = @message.slice("client", "servers", "access", "options").transform_keys(&:to_sym)
          { cell: id, **fields, values: @values.facts, workers: [plans], published: published? || nil,
            kept: kept? || nil }.compact
        end

        # Whether its client makes calls, so that there is something to prove.
        #: () -> bool
        def proves? = !Vocabulary::References.null?(@message.fetch("client"))

        # The calls that read keys back: as they were last written, raw or not, unless an entry says.
        #: (Array[Hash[String, Object]]) -> Array[Hash[String, Object]]
        def reading(state)
          state.map { |entry| call({ **reader(entry), "raw" => raw?(entry) }, own: true) }
        end

        # The step that reads an entry of a state back.
        #: (Hash[String, Object]) -> Hash[String, Object]
        def reader(entry)
          place = entry["each"] ? { "each" => "pairs" } : { "key" => entry["key"] }
          { "op" => store? ? "read" : "get", **place, "raw" => raw?(entry) }
        end

        # The key as it is sent. One that is no text is the number of a value: {"value" => 3}.
        #: (String) -> String | Hash[String, Integer]
        def key(name)
          key = @scenario.fetch("keys").fetch(name)
          return "#{@message["prefix"]}#{key}" if key.is_a?(String)
          raise Lack, "a key that is no text" unless @values.full?

          value = Values.build(key)
          plain = value.is_a?(String) && value.encoding == Encoding::UTF_8 && value.valid_encoding?
          plain ? value : { "value" => @values.add(key) }
        end

        # The value of a name under a key's name. `own`: as in the proof, it contains its key.
        #: (String, String, raw: bool, own: bool) -> Object
        def value(name, key, raw:, own:)
          spec = spec(name)
          Values.build(spec, owner: (key(key) if own || spec["own"]), raw: raw)
        end

        # Its pairs.
        #: () -> Array[[String, String]]
        def pairs = @pairs || Planned.refuse("a step goes through the scenario's pairs, but it has none")

        # Expectations for each iteration, of which the last holds for later ones.
        #: (Array[Array[Hash]]) -> Cell
        def expect(iterations) = tap { @expected = iterations }

        # Begins to count iterations.
        def begin = @passed = 0

        # The fields of a block about the last replies to its steps, of which this many calls were made in turn.
        #: (Array[Object], Integer) -> Hash[String, Object]
        def judged(replies, made)
          passed = @passed
          @passed += made / calls
          replies = by_step(steps, replies)
          return { "checked" => false, "mismatches" => [] } if @expected.nil? || @expected.empty? || made.zero?

          first = 0
          found = steps.each_with_index.flat_map do |step, at|
            own = Turns.new(calls: calls, made: made, first: first, size: step["each"] ? pairs.size : 1)
            first += own.size
            own.none? ? [] : mismatches(step, at, own.of_last(replies[at]), passed + own.last + 1)
          end
          { "checked" => true, "mismatches" => found.first(5) }
        end

        # The reply to each step, by those to its calls: a list for a step with `each`, or what was raised in it.
        #: (Array[Hash[String, Object]], Array[Object]) -> Array[Object]
        def by_step(steps, replies)
          rest = replies.dup
          steps.map do |step|
            own = rest.shift(step["each"] ? pairs.size : 1)
            next own.fetch(0, Reported::LOST) unless step["each"]

            own.find { |reply| reply.is_a?(Reported::Raised) } || own
          end
        end

        # The turns of a step, of which each of its `size` calls has one after the other. `first` is the number of its first call
        # among those of an iteration.
        Turns = Value.define(:calls, :made, :first, :size) do
          # The number of the last turn that has begun, from 0.
          def last = turn(0)
          def none? = last.negative?

          # The replies of a step with `each`, without those of the turn before.
          def of_last(replies)
            return replies unless replies.is_a?(Array) && size > 1 && turn(size - 1) < last

            replies.each_with_index.map { |reply, at| turn(at) < last ? Reported::UNMADE : reply }
          end

          private

          def turn(at) = (made - 1 - first - at).div(calls)
        end
        private_constant :Turns

        # The values of its calls that its driver does not have yet; nil without any.
        #: () -> Hash[Symbol, Object]?
        def fresh_values = @values.fresh

        # Removes its files.
        def forget = @values.forget

        # A call of a plan.
        #: (Hash[String, Object], own: bool) -> Hash[String, Object]
        def call(step, own:)
          plain = step.slice(*FIELDS).compact
          plain = { **plain, "op" => plain["op"] + IN_BLOCK } if plain["block"]
          return { **plain, **each(step) } if step["each"]

          raw = step["raw"] == true
          several = step["keys"]&.map { |name| key(name) }
          values = step["values"]&.zip(step["keys"])&.map { |name, key| number(name, key, raw, own) }
          { **plain, "key" => step["key"] && key(step["key"]), "keys" => several, "values" => values,
            "value" => step["value"] && step["key"] && number(step["value"], step["key"], raw, own) }.compact
        end

        private

        # A call of which the caller takes the values one by one is another operation, because most drivers lack it.
        IN_BLOCK = "_block"
        private_constant :IN_BLOCK

        # Of the last reply to a step, which came in an iteration since `prepare`.
        def mismatches(step, at, reply, iteration)
          expected = @expected[[iteration, @expected.size].min - 1]
          Judge.new(self, exact: false, own: false).mismatches(step, at, expected[at], reply)
        end

        def all_plans
          { "clear" => deletions.map { |step| call(step, own: false) },
            **{ "" => false, "own " => true }.flat_map do |prefix, own|
              [["#{prefix}prelude", prelude.map { |step| call(step, own: own) }],
               ["#{prefix}steps", wrapped(steps.map { |step| call(step, own: own) })]]
            end.to_h }
        end

        # Some operations are those of clients and of stores.
        def store?
          kinds = (prelude + steps).map { |step| Vocabulary::Operations::ALL.fetch(step["op"]).kinds }
          (@scenario["kind"] || kinds.find(&:one?).to_a.first) == STORE
        end

        def wrapped(calls) = wrap ? { "wrap" => wrap, "calls" => calls } : calls

        def deletions
          used = prelude + steps
          keys = used.flat_map { |step| step["keys"] || step["key"] }.compact.uniq
          each = { "op" => "delete", "each" => "pairs" } if used.any? { |step| step["each"] }
          [*keys.map { |name| { "op" => "delete", "key" => name } }, each].compact
        end

        # One call with each pair.
        def each(step)
          operation = Vocabulary::Operations::ALL.fetch(step["op"])
          Planned.refuse("#{step["op"]} cannot go through #{step["each"]}") unless operation.each && step["each"] == "pairs"

          raw = step["raw"] == true
          values = pairs.map { |_, text| @values.add({ "kind" => "string", "text" => text }, raw: raw) } if operation.value?
          { "each" => true, "keys" => pair_keys, "values" => values }.compact
        end

        def number(name, key, raw, own)
          spec = spec(name)
          @values.add(spec, owner: (key(key) if own || spec["own"]), raw: raw)
        end

        def spec(name) = @scenario.fetch("values").fetch(name)

        def raw?(entry)
          return entry["raw"] == true if entry.key?("raw")

          last = (prelude + steps).reverse.find { |step| entry["each"] ? each_written?(step) : written?(step, entry["key"]) }
          last ? last["raw"] == true : false
        end

        def written?(step, key)
          (step["key"] == key && step["value"]) || (step["values"] && step["keys"].include?(key))
        end

        def each_written?(step) = step["each"] && Vocabulary::Operations::ALL.fetch(step["op"]).value?
      end
    end
  end
end
