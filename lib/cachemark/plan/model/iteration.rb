# frozen_string_literal: true

module Cachemark
  module Plan
    class Model
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
    end
  end
end
