# frozen_string_literal: true

module Cachemark
  module Driver
    class Planned
      # Compares replies with what they must be. An expectation is one of these:
      #
      # - {"hit": "a"}: the value a, of this key. A fetch computed nothing. With several names, their bytes are concatenated.
      # - {"miss": true}: a miss. A fetch with a value computed it and returned it.
      # - {"stored": true}: stored, or not. {"failed": ["k2"]}: of several keys, done for all but these. A client whose reply does
      #   not say passes.
      # - {"number": 101}: that number.
      # - {"multi": {"k1": "a"}, "computed": ["k1"]}: these keys and no others; the client computed the values of the latter.
      # - {"each": "hit"}, or "miss", or "stored": the same of each pair. {"any": true}: anything that the client does not raise.
      class Judge
        MOST_NAMED = 6
        ABOVE_ZERO = /\A[1-9]\d*\z/
        private_constant :MOST_NAMED, :ABOVE_ZERO

        # - exact: counters may not have moved on, as they do in blocks.
        # - own: values contain their keys.
        #: (Cell, exact: bool, own: bool) -> void
        def initialize(cell, exact:, own:)
          @cell = cell
          @exact = exact
          @own = own
        end

        # [{"step", "op", "key", "expected", "actual"}, ...]; empty if the reply is right.
        #: (Hash[String, Object], Integer, Hash[String, Object], Object) -> Array[Hash[String, Object]]
        def mismatches(step, at, expectation, reply)
          found = step["each"] ? of_pairs(step, expectation, reply) : [of_one(step, expectation, reply)].compact
          found.map { |mismatch| { "step" => at, "op" => step["op"], **mismatch } }
        end

        # At most 160 characters of a value.
        #: (Object) -> String
        def self.show(value) = shortened(value.inspect.encode("UTF-8", invalid: :replace, undef: :replace))

        # The same of a text.
        #: (String) -> String
        def self.shortened(text) = text.length > 160 ? "#{text[0, 157]}..." : text

        # How a mismatch names the key, or the keys.
        #: (Hash[String, Object]) -> String?
        def self.place(step)
          keys = step["keys"] || [step["key"]].compact
          return if keys.empty?

          keys.size > MOST_NAMED ? "#{keys.first(MOST_NAMED).join(" ")} and #{keys.size - MOST_NAMED} more" : keys.join(" ")
        end

        private

        def of_pairs(step, expectation, replies)
          kind, wanted = expectation.first
          return [] if kind == "any"

          own = replies.is_a?(Array) ? replies : []
          @cell.pairs.each_with_index.filter_map do |(key, value), at|
            actual = own.fetch(at, Reported::LOST)
            next if actual.equal?(Reported::UNMADE)

            right, expected = pair(wanted, value, actual, step["raw"])
            { "key" => key, "expected" => expected, "actual" => Judge.show(actual) } unless right
          end
        end

        def pair(wanted, value, actual, raw)
          case wanted
          when "hit" then [same?(value, actual, raw), Judge.show(value)]
          when "miss" then [actual.nil?, "a miss"]
          when "stored" then [[true, nil].include?(actual), "stored: true"]
          else raise KeyError, "unknown expectation of each: #{wanted.inspect}"
          end
        end

        def of_one(step, expectation, reply)
          computed, actual = reply.is_a?(Reported::Computed) ? [reply.keys, reply.reply] : [[], reply]
          kind, wanted = expectation.find { |name, _| name != "computed" }
          right, expected = if kind == "multi" then several(wanted, step, actual, expectation["computed"], computed)
                            else judge(kind, wanted, step, actual, computed.any?)
                            end
          return if right

          shown = computed.any? ? "a miss, then #{Judge.show(actual)}" : Judge.show(actual)
          { "key" => Judge.place(step), "expected" => expected, "actual" => shown }
        end

        def judge(kind, wanted, step, actual, missed)
          case kind
          when "any" then [true]
          when "hit" then hit(wanted, step, actual, missed)
          when "miss" then miss(step, actual, missed)
          when "stored" then [[wanted, nil].include?(actual), "stored: #{wanted}"]
          when "failed" then failed(wanted.map { |name| @cell.key(name) }, step, actual)
          when "number" then [number?(wanted, actual), wanted.to_s]
          else raise KeyError, "unknown expectation: #{kind.inspect}"
          end
        end

        def hit(names, step, actual, missed)
          wanted = value(names, step["key"], step["raw"])
          [same?(wanted, actual, step["raw"]) && !missed, Judge.show(wanted)]
        end

        # A fetch that misses computes its value, and returns it.
        def miss(step, actual, missed)
          return [actual.nil?, "a miss"] unless Vocabulary::Operations::ALL.fetch(step["op"]).reads? && step["value"]

          wanted = value(step["value"], step["key"], step["raw"])
          [(missed || !@exact) && same?(wanted, actual, step["raw"]), "a miss, then #{Judge.show(wanted)}"]
        end

        def failed(keys, step, done)
          right = case done
                  when nil then true
                  when Array then done.tally == keys.tally
                  when Integer then done == step["keys"].size - keys.size
                  else done == keys.empty?
                  end
          [right, keys.empty? ? "done for all keys" : "done for all keys but #{Judge.show(keys)}"]
        end

        # `wanted`: {name of a key => name of its value, several names, or a counter's number}.
        def several(wanted, step, actual, absent, computed)
          pairs = wanted.to_h { |key, names| [@cell.key(key), names.is_a?(Integer) ? names : value(names, key, step["raw"])] }
          found = step["op"] == "get_multi_cas" ? without_versions(actual) : actual
          right = found.is_a?(Hash) && found.size == pairs.size && pairs.all? do |key, one|
            found.key?(key) && (one.is_a?(Integer) ? number?(one, found[key]) : same?(one, found[key], step["raw"]))
          end
          right &&= absent.nil? || !@exact || computed.sort == absent.map { |name| @cell.key(name) }.sort
          [right, Judge.show(pairs)]
        end

        def without_versions(actual)
          sound = actual.is_a?(Hash) && actual.values.all? { |pair| pair.is_a?(Array) && pair[1].to_s.match?(ABOVE_ZERO) }
          actual.transform_values(&:first) if sound
        end

        # Of one name, or of several whose bytes are concatenated.
        def value(names, key, raw)
          return @cell.value(names, key, raw: raw == true, own: @own) unless names.is_a?(Array)

          names.map { |name| @cell.value(name, key, raw: raw == true, own: @own).b }.join
        end

        # Raw bytes must be the same bytes, and a text the same text. Where strings have encodings, ASCII is the same in each.
        def same?(wanted, actual, raw)
          raw ||= !@cell.values.encodings? || (@cell.values.strings? && wanted.is_a?(String) && wanted.ascii_only?)
          return actual.same?(wanted, raw) if actual.is_a?(Reported::Long)
          return actual.to_s.strip == wanted.to_s if wanted.is_a?(Integer)
          return wanted == actual unless wanted.is_a?(String) && actual.is_a?(String)

          wanted.b == actual.b && (raw || wanted.encoding == actual.encoding)
        end

        # memcached pads a counter that lost a digit with blanks.
        def number?(wanted, actual)
          text = actual.is_a?(String) || actual.is_a?(Integer) ? actual.to_s.strip : ""
          @exact ? text == wanted.to_s : text.match?(/\A\d+\z/)
        end
      end
    end
  end
end
