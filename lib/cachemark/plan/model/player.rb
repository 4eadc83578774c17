# frozen_string_literal: true

module Cachemark
  module Plan
    class Model
      # Plays calls on a Memory and notes what each must answer and what the server
      # counts of it. With `local`, a local cache stands before it: what was read or
      # written in this pass can be answered without asking the server.
      class Player
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
          @spared = Hash.new(0)
        end

        # Work when every call asks the server.
        #: () -> Work
        def most = Work.new(**@counts)

        # Work when the local cache answers all that it can.
        #: () -> Work
        def least = most - Work.new(**@spared)

        #: (Hash[String, Object]) -> void
        def call(step)
          @times = step["each"] ? @memory.pairs : 1
          reply = send(step["op"], step)
          @expectations << (step["each"] ? each(reply) : reply).freeze
        end

        private

        # One expectation for the replies to all pairs; what a delete says of a pair that is not there is left open.
        def each(reply)
          word = %w[hit miss stored].find { |name| reply[name] }
          word ? { "each" => word } : { "any" => true }
        end

        def get(step)
          found = look(step["key"])
          found ? answer(found) : { "miss" => true }
        end
        alias_method :read, :get

        def get_multi(step)
          found = step["keys"].to_h { |key| [key, look(key)] }.compact
          { "multi" => found.transform_values { |item| item.is_a?(Integer) ? item.to_s : item[0] } }
        end
        alias_method :read_multi, :get_multi

        def set(step)
          @counts[:sets] += @times
          put(step["key"], @memory.item(step))
          { "stored" => true }
        end

        def add(step)
          return set(step) unless @items.key?(step["key"])

          @counts[:sets] += @times
          { "stored" => false }
        end

        # The published code misspelt unless_exist, so that it changed nothing.
        def write(step)
          step["unless_exist"] && !step.dig("published", "unless_exist") ? add(step) : set(step)
        end

        def fetch(step)
          found = get(step)
          set(step) if found["miss"] && step["value"]
          found
        end

        def delete(step)
          existed = !@items.delete(step["key"]).nil?
          @counts[existed ? :delete_hits : :delete_misses] += @times
          @local&.store(step["key"], nil)
          { "stored" => existed }
        end

        def incr(step) = count(step, step["by"], :incr_hits, :incr_misses)
        alias_method :increment, :incr

        def decr(step) = count(step, -step["by"], :decr_hits, :decr_misses)
        alias_method :decrement, :decr

        # memcached's counters never fall below 0. What is no number is an error, which
        # each client tells in its own way.
        def count(step, by, hit, miss)
          now = @items[step["key"]]
          return now ? { "any" => true } : absent(step, miss) unless now.is_a?(Integer)

          @counts[hit] += @times
          put(step["key"], [now + by, 0].max)
          { "number" => @items[step["key"]] }
        end

        # Creating one with its first value is in no counter of the server.
        def absent(step, miss)
          @counts[miss] += @times unless step["initial"]
          return { "miss" => true } unless step["initial"]

          put(step["key"], step["initial"])
          { "number" => step["initial"] }
        end

        def put(key, item)
          @items[key] = item
          @local&.store(key, item)
        end

        def answer(item) = item.is_a?(Integer) ? { "number" => item } : { "hit" => item[0] }

        def look(key)
          item = @items[key]
          item ? @hits += @times : @misses += @times
          @counts[item ? :hits : :misses] += @times
          @spared[item ? :hits : :misses] += @times if @local&.key?(key)
          @local&.store(key, item)
          item
        end
      end
    end
  end
end
