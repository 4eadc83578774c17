# frozen_string_literal: true

module Cachemark
  module Plan
    class Model
      # Plays calls on a Memory and notes what each must answer. With `local`, a
      # local cache stands before it: what was read or written in this pass is
      # answered without asking the server.
      class Player
        attr_reader :expectations, :hits, :misses, :server_hits, :server_misses

        #: (Memory, ?published: bool, ?local: bool) -> void
        def initialize(memory, published: false, local: false)
          @items = memory.items
          @memory = memory
          @published = published
          @local = local ? {} : nil
          @expectations = []
          @hits = @misses = @server_hits = @server_misses = 0
        end

        #: (Hash[String, Object]) -> void
        def call(step)
          @expectations << send(step["op"], step).freeze
        end

        private

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
          put(step["key"], @memory.item(step))
          { "stored" => true }
        end

        def add(step)
          return { "stored" => false } if @items.key?(step["key"])

          set(step)
        end

        # The published code misspelt unless_exist, so that it changed nothing.
        def write(step)
          step["unless_exist"] && !step.dig("published", "unless_exist") ? add(step) : set(step)
        end

        def fetch(step)
          found = get(step)
          put(step["key"], @memory.item(step)) if found["miss"] && step["value"]
          found
        end

        def delete(step)
          @items.delete(step["key"])
          @local&.store(step["key"], nil)
          { "any" => true }
        end

        def incr(step) = count(step, step["by"])
        alias_method :increment, :incr

        def decr(step) = count(step, -step["by"])
        alias_method :decrement, :decr

        # memcached's counters never fall below 0.
        def count(step, by)
          now = @items[step["key"]]
          return { "any" => true } unless now.is_a?(Integer) || step["initial"]

          put(step["key"], now ? [now + by, 0].max : step["initial"])
          { "number" => @items[step["key"]] }
        end

        def put(key, item)
          @items[key] = item
          @local&.store(key, item)
        end

        def answer(item) = item.is_a?(Integer) ? { "number" => item } : { "hit" => item[0] }

        def look(key)
          item = @items[key]
          item ? @hits += 1 : @misses += 1
          ask(key, item) unless @local&.key?(key)
          item
        end

        def ask(key, item)
          item ? @server_hits += 1 : @server_misses += 1
          @local&.store(key, item)
        end
      end
    end
  end
end
