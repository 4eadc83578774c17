# frozen_string_literal: true

module Cachemark
  module Plan
    # The replies that a scenario's calls must get, found by making the calls on a Hash. `expectations` has one list per
    # iteration and one Hash per call; `state` is what the keys hold at the end. `hits` and `misses` count the keys that each
    # iteration reads, as the caller sees them. `most` is the Work of each iteration if every call asks the server. `least` is
    # the Work if a local cache of that iteration answers all that it can, or `most` if the scenario has no such cache.
    # `memory` is the store at the end. The next scenario can start with it if nothing is flushed between the two.
    class Model < Value.define(:expectations, :state, :hits, :misses, :most, :least, :memory)
      # The fields of the `verify` message to a driver.
      #: () -> Hash[Symbol, Object]
      def to_verify = { iterations: expectations, state: state }

      # The iterations that a fresh process must prove: all, or only the first if all go through pairs in the same way.
      #: () -> Model
      def proof
        return self unless expectations.uniq.one? && expectations.first.any? { |reply| reply.key?("each") }

        with(expectations: expectations.first(1), hits: hits.first(1), misses: misses.first(1))
      end

      class << self
        # `published` makes the calls of the published form, with its prelude and steps. Replies that depend on how each
        # client implemented a call are left open, and those for which a client does not wait.
        #: (Catalog::Scenario, ?iterations: Integer, ?memory: Hash, ?published: bool) -> Model
        def of(scenario, iterations: 2, memory: {}, published: false)
          store = Memory.new(scenario.values, memory, pairs: scenario.pairs&.count)
          scenario.prelude.each { |step| Iteration.new(store, published: published).call(step) }
          all = Array.new(iterations) { run_iteration(scenario, store, published) }
          known = !published || scenario.replies_known?
          open = !known || scenario.wrap == "quiet"
          expectations = all.map(&:expectations)
          expectations = expectations.map { |replies| replies.map { { "any" => true } } } if open
          new(expectations: expectations,
              state: known ? store.state(scenario) : [], memory: store.items, **counts(all))
        end

        private

        def run_iteration(scenario, store, published)
          iteration = Iteration.new(store, published: published, local: scenario.wrap == "local_cache")
          scenario.steps.each { |step| iteration.call(step) }
          iteration
        end

        def counts(all)
          %i[hits misses most least].to_h { |name| [name, all.map(&name)] }
        end
      end

      # Makes calls on a Memory, and notes the reply that each must get and the server's counts. `local` puts a local cache
      # in front: a key that this iteration has read or written can be answered without the server.
      class Iteration
        # hits, misses: keys read, as the caller sees them.
        attr_reader :expectations, :hits, :misses

        #: (Memory, ?published: bool, ?local: bool) -> void
        def initialize(memory, published: false, local: false)
          @items = memory.items
          @memory = memory
          @published = published
          @local = local ? {} : nil
          @expectations = []
          @hits = @misses = 0
          @counts = Hash.new(0)
          @answered_locally = Hash.new(0)
        end

        # Work if every call asks the server.
        #: () -> Work
        def most = Work.new(**@counts)

        # Work if the local cache answers all that it can.
        #: () -> Work
        def least = most - Work.new(**@answered_locally)

        #: (Hash[String, Object]) -> void
        def call(step)
          @times = step["each"] ? @memory.pairs : 1
          operation = Vocabulary::Operations[step["op"]]
          @operation = writes?(step) ? operation : operation.without_value
          reply = send(operation.name, step)
          @expectations << (step["each"] ? each(reply) : reply).freeze
        end

        private

        # One expectation for the replies to all pairs. The reply to the delete of an absent pair is left open.
        def each(reply)
          word = %w[hit miss stored].find { |name| reply[name] }
          word ? { "each" => word } : { "any" => true }
        end

        def get(step) = answer(read_item(step["key"]))
        alias_method :read, :get

        def get_multi(step) = answers(step["keys"].to_h { |key| [key, read_item(key)] })
        alias_method :read_multi, :get_multi

        def get_multi_cas(step) = answers(step["keys"].to_h { |key| [key, read_from_server(key)] })

        # Sets the time to live of what it reads.
        def gat(step) = answer(read_from_server(step["key"]))

        def set(step)
          count(@items.key?(step["key"]))
          put(step["key"], @memory.item(step))
          { "stored" => true }
        end

        # Every value is stored. `failed` names the keys for which a call with several keys was not carried out.
        def set_multi(step)
          @memory.items_of(step).each do |key, item|
            count(@items.key?(key))
            put(key, item)
          end
          { "failed" => [] }
        end
        alias_method :write_multi, :set_multi

        def add(step)
          return set(step) unless @items.key?(step["key"])

          count(true)
          { "stored" => false }
        end

        # The published code misspelt unless_exist, so the option did nothing.
        def write(step)
          step["unless_exist"] && !step.dig("published", "unless_exist") ? add(step) : set(step)
        end

        def fetch(step)
          found = get(step)
          put(step["key"], @memory.item(step)) if found["miss"] && writes?(step)
          found
        end

        # Others, who would wait for the value, do not exist here.
        alias_method :fetch_locked, :fetch

        # Computes the values of the absent keys, and stores them.
        def fetch_multi(step)
          found = step["keys"].to_h { |key| [key, read_item(key)] }
          return answers(found) unless writes?(step)

          computed = @memory.items_of(step).reject { |key, _item| found[key] }
          computed.each { |key, item| put(key, item) }
          reply = answers(found.merge(computed))
          reply.key?("multi") ? { **reply, "computed" => computed.keys } : reply
        end

        def append(step) = extend_by(step) { |item, more| item + more }
        def prepend(step) = extend_by(step) { |item, more| more + item }

        def extend_by(step, &)
          item = found(step["key"])
          put(step["key"], @memory.joined(item, step, &)) if item
          { "stored" => !item.nil? }
        end

        # Reads the value with its version, and writes only if there is a value.
        def cas(step)
          item = found(step["key"])
          put(step["key"], @memory.item(step)) if item
          { "stored" => !item.nil? }
        end

        def touch(step) = { "stored" => !found(step["key"]).nil? }

        def delete(step) = { "stored" => remove(step["key"]) }

        def delete_multi(step) = { "failed" => step["keys"].reject { |key| remove(key) } }

        # Whether the key existed.
        def remove(key)
          existed = !found(key).nil?
          @items.delete(key)
          @local&.store(key, nil)
          existed
        end

        def incr(step) = change_counter(step, step["by"])
        alias_method :increment, :incr

        def decr(step) = change_counter(step, -step["by"])
        alias_method :decrement, :decr

        # memcached's counters never fall below 0. Counting a value that is not a number is an error, which each client
        # reports in its own way.
        def change_counter(step, by)
          now = @items[step["key"]]
          return now ? { "any" => true } : create(step) unless now.is_a?(Integer)

          count(true)
          put(step["key"], [now + by, 0].max)
          { "number" => @items[step["key"]] }
        end

        # The server does not count the creation of a counter with a first value.
        def create(step)
          count(false) unless step["initial"]
          return { "miss" => true } unless step["initial"]

          put(step["key"], step["initial"])
          { "number" => step["initial"] }
        end

        def put(key, item)
          @items[key] = item
          @local&.store(key, item)
        end

        # Whether the step names a value, or one for each key.
        def writes?(step) = step.key?("value") || step.key?("values")

        # {key => item, nil for a miss}
        def answers(found)
          found = found.compact
          return { "any" => true } if found.value?(Memory::UNKNOWN)

          { "multi" => found.transform_values { |item| item.is_a?(Integer) ? item : item[0] } }
        end

        def answer(item)
          return { "miss" => true } if item.nil?
          return { "any" => true } if item == Memory::UNKNOWN

          item.is_a?(Integer) ? { "number" => item } : { "hit" => item[0] }
        end

        # The item of a key that the caller reads. Counts the hit or the miss.
        def read_item(key)
          item = read_from_server(key)
          @answered_locally[item ? :hits : :misses] += @times if @local&.key?(key)
          @local&.store(key, item)
          item
        end

        # The same, where no local cache can answer.
        def read_from_server(key) = found(key).tap { |item| item ? @hits += @times : @misses += @times }

        def found(key) = @items[key].tap { |item| count(!item.nil?) }

        # Adds the counts that the server keeps for one key.
        def count(found)
          (found ? @operation.found : @operation.absent).each { |name| @counts[name.to_sym] += @times }
        end
      end

      # The server's content in the model: key name -> item. All pairs get the same replies, so they are one item, whose key
      # is nil. An item is one of these:
      # - [name of a value, raw?]
      # - [names of values, true] after bytes were appended or prepended
      # - an Integer for a counter
      # - UNKNOWN
      class Memory
        # Bytes that equal no value of the scenario.
        UNKNOWN = :unknown

        # Hash: the items. Integer or nil: the number of pairs of the scenario.
        attr_reader :items, :pairs

        #: (Hash[String, Hash], Hash, ?pairs: Integer?) -> void
        def initialize(specs, items, pairs: nil)
          @specs = specs
          @items = items.dup
          @pairs = pairs
        end

        # The item after a write. A raw number becomes a counter.
        #: (Hash) -> (Integer | [String, bool])
        def item(step)
          return [step["each"], true] if step["each"]

          spec = @specs.fetch(step["value"])
          step["raw"] && spec["kind"] == "number" ? spec["number"] : [step["value"], step["raw"] == true]
        end

        # {key => item} after a call that writes a value to each of its keys.
        #: (Hash) -> Hash[String, Object]
        def items_of(step)
          step["keys"].zip(step["values"]).to_h { |key, value| [key, item(step.merge("value" => value))] }
        end

        # The item after a value's bytes were appended or prepended to it. The block puts both in order.
        #: (Object, Hash) { ([Array, Array]) -> Array } -> Object
        def joined(item, step)
          more = item(step)
          return Integer(yield([item], [more]).join, 10) if item.is_a?(Integer) && more.is_a?(Integer)
          return UNKNOWN unless item.is_a?(Array) && item.last

          [yield(Array(item.first), [step["value"]]), true]
        end

        # The final state of every key that a scenario touches, for `verify`.
        #: (Catalog::Scenario) -> Array[Hash]
        def state(scenario)
          touched = (scenario.prelude + scenario.steps).flat_map { |step| step["keys"] || [step["key"]] }.uniq
          touched.reject { |key| @items[key] == UNKNOWN }.map { |key| entry(key) }
        end

        private

        def entry(key)
          return { "each" => @items.key?(nil) ? "hit" : "miss" } if key.nil?

          case (item = @items[key])
          when nil then { "key" => key, "value" => nil }
          when Integer then { "key" => key, "number" => item, "raw" => true }
          else { "key" => key, "value" => item[0], "raw" => item[1] }
          end
        end
      end
    end
  end
end
