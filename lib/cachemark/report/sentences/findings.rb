# frozen_string_literal: true

module Cachemark
  module Report
    module Sentences
      # Remarks of Stats::Findings on the traffic of a row, and their details.
      module Findings
        # The longest printed key in characters, and the number of printed keys.
        LONGEST_KEY = 40
        MOST_KEYS = 3
        # The verbs of what is done to a key, by the server's counter of it.
        ONE_BY_ONE = { "hits" => "read", "sets" => "write", "delete_hits" => "delete" }.freeze
        private_constant :LONGEST_KEY, :MOST_KEYS, :ONE_BY_ONE

        class << self
          def protocols(own:, peer:, theirs:)
            "speaks #{list(own)}, where #{name(peer)} speaks #{list(theirs)}"
          end

          def shared_connections(workers:, used:)
            "its #{workers} workers use #{used == 1 ? "one connection" : "#{used} connections"}"
          end

          def extra_keys(keys:, count:, calls:)
            named = keys.map { |key| "\"#{key.size > LONGEST_KEY ? "#{key[0, LONGEST_KEY]}..." : key}\"" }
            each = calls.positive? && count == calls
            "sends #{each ? "one more key per call" : "#{Figures.counted(count, "more key")} per iteration"} " \
              "(#{named.first(MOST_KEYS).join(", ")})"
          end

          def key_lengths(bytes:)
            return "its keys are not as long as the scenario's" unless bytes

            "its keys are #{bytes.abs} bytes #{bytes.positive? ? "longer" : "shorter"} than the scenario's"
          end

          def expiry(ttl:, scenario:)
            said = scenario.empty? ? ["none"] : scenario.map { |seconds| seconds.zero? ? "none" : seconds }
            "ttl #{ttl} where the scenario says #{said.join(" or ")}"
          end

          def unsent_writes(sent:, meant:) = "sends #{none(sent)} of its #{meant} writes"

          def missed_counters(misses:, all:)
            misses == all ? "misses #{misses} of #{all}: counter never created" : "misses the counter #{misses} of #{all} times"
          end

          def local_cache_answers(answered:, all:) = "its local cache answers #{none(answered)} of #{all} reads"

          def local_cache_of(peer:, answered:)
            whose = peer[:shown] ? "#{peer[:contender]}'s" : "the reference's (#{peer[:contender]})"
            "#{whose} answers #{answered}"
          end

          def leftovers(deletes:) = "#{deletes ? "its first iteration deletes" : "reads"} what earlier rows stored"

          def read_sizes(bytes:, peer:, theirs:)
            "#{range(bytes)} bytes#{" where #{name(peer)} reads #{range(theirs)}" if peer}"
          end

          def reads_serialised(serialiser:)
            "reads through #{serialiser || "a serialiser"}, although labelled plain"
          end

          def not_plain(stores:, serialiser:, encodings:)
            through = serialiser ? "through #{serialiser}" : "#{"what is " unless stores}#{list(encodings)}"
            "#{verb(stores)} #{through}, although labelled plain"
          end

          def wrapped(stores:, wrappers:) = stores ? "wraps its values in #{wrappers}" : "reads values wrapped in #{wrappers}"

          def overhead(bytes:, peer:, stores:)
            "about #{bytes} bytes more than #{name(peer)} #{stores ? "sends" : "reads"}"
          end

          def compressed(stores:) = stores ? "compresses its values" : "reads compressed values"
          def not_serialised(stores:, peer:) = "#{verb(stores)} strings as they are, where #{name(peer)} serialises them"

          def other_serialiser(stores:, serialiser:, peer:, theirs:)
            "#{verb(stores)} through #{serialiser}, where #{name(peer)} uses #{theirs}"
          end

          def longer_values(bytes:, peer:, theirs:) = "its values take #{bytes} bytes where #{name(peer)}'s take #{theirs}"
          def value_sizes(bytes:) = "#{range(bytes)} bytes"

          def round_trips(count:, usual:, peer:)
            "#{Figures.counted(count, "round trip")} where #{peer == :most ? "most make" : "#{name(peer)} makes"} #{usual}"
          end

          def one_by_one(calls:)
            verbs = calls.map { |counter, names| "#{list(names)} #{ONE_BY_ONE.fetch(counter)}#{"s" if names.one?}" }
            "#{list(verbs)} one key after the other"
          end

          def servers_in_turn(op:, asked:, at_once:)
            "#{op} asks its #{asked} servers #{at_once == 1 ? "one after another" : "in turn, #{at_once} at once"}"
          end

          def exceptions(times:, per:, classes:)
            raised = times == 1 ? "an exception" : "exceptions #{times} times"
            "raises and rescues #{raised} per #{per.to_s.tr("_", " ")} (#{classes.join(", ")})"
          end

          def departure_from_default(option:, given:, default:)
            "#{option}=#{given}, where #{default ? "the default is #{default}" : "the default is not to set it"}"
          end

          def one_server(names:)
            "its #{names.size} servers are one memcached under #{names.size} names (#{names.join(", ")})"
          end

          private

          # A row that is not printed has to be introduced.
          def name(peer) = peer[:shown] ? peer[:contender] : "the reference (#{peer[:contender]})"

          def verb(stores) = stores ? "stores" : "reads"
          def none(count) = count.zero? ? "none" : count
          def list(words) = Vocabulary.list(words)

          # "4", "105 to 2160"
          def range(bounds) = bounds.uniq.join(" to ")
        end
      end
    end
  end
end
