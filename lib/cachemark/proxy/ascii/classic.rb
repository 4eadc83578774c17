# frozen_string_literal: true

module Cachemark
  module Proxy
    module Ascii
      # The classic text commands: what their lines mean, and which replies they get.
      module Classic
        STORES = %w[set add replace append prepend cas].freeze
        READS = %w[get gets gat gats].freeze
        COUNTS = %w[incr decr].freeze
        LONGEST_KEY = 250
        # memcached refuses a longer value by its line and reads what follows as commands.
        LONGEST_VALUE = (1 << 31) - 3

        STORED = { "STORED" => "stored", "NOT_STORED" => "not_stored", "EXISTS" => "exists", "NOT_FOUND" => "not_found" }.freeze
        # Reply line => outcome, by command.
        FINAL = {
          **STORES.to_h { |name| [name, STORED] },
          **READS.to_h { |name| [name, { "END" => "miss" }] },
          **COUNTS.to_h { |name| [name, { "NOT_FOUND" => "not_found" }] },
          "delete" => { "DELETED" => "deleted", "NOT_FOUND" => "not_found" },
          "touch" => { "TOUCHED" => "touched", "NOT_FOUND" => "not_found" },
          "flush_all" => { "OK" => "ok" }, "verbosity" => { "OK" => "ok" }, "version" => { "VERSION" => "ok" }, "quit" => {},
          "stats" => { "END" => "ok", "RESET" => "ok", "OK" => "ok" }
        }.freeze
        KNOWN = FINAL.keys.freeze
        MAY_BE_QUIET = KNOWN - READS - %w[version stats quit]

        module_function

        def protocol = "text"

        # Any line makes a command; one that memcached would refuse has no value after it.
        #: (Array[String]) -> Conversation::Request
        def request(words)
          name, *rest = words
          return strange(name) unless KNOWN.include?(name)

          quiet = name == "quit" || (MAY_BE_QUIET.include?(name) && rest.last == "noreply")
          rest.pop if quiet && name != "quit"
          Conversation::Request.new(name, self, quiet: quiet, **meaning(name, rest))
        end

        def meaning(name, rest)
          case name
          when *STORES then store(name, *rest)
          when "get", "gets" then { keys: rest }
          when "gat", "gats" then { keys: rest.drop(1), ttl: Ascii.number(rest.first) }
          when *COUNTS then { keys: rest.take(1), details: { "delta" => Ascii.number(rest[1]) } }
          when "touch" then { keys: rest.take(1), ttl: Ascii.number(rest[1]) }
          when "delete" then { keys: rest.take(1) }
          else { details: rest.empty? ? {} : { "args" => rest.freeze } }
          end
        end

        def store(name, key = nil, *numbers)
          flags, ttl, size, cas = numbers.map { |word| Ascii.number(word) }
          sound = [flags, ttl, size].all? && key.bytesize <= LONGEST_KEY && size.between?(0, LONGEST_VALUE) && flags >= 0
          return { keys: [key].compact, details: { "unknown" => "a malformed #{name}" } } unless sound

          { keys: [key], flags: flags, ttl: ttl, size: size, details: cas ? { "cas" => cas } : {} }
        end

        def strange(name)
          known = name.to_s.match?(/\A[a-z_]{1,20}\z/)
          Conversation::Request.new(known ? name : "?", self, details: { "unknown" => "an unknown command" })
        end

        # Whether a reply can be meant for a command.
        def answers?(request, reply)
          return false if request.quiet
          return true if reply.error || request.details.key?("unknown")

          final(request, reply) || part?(request, reply)
        end

        # Takes a reply in; answers what is wrong with it, or nil.
        def give(request, reply)
          return part(request, reply) if part?(request, reply)

          outcome = final(request, reply) || "ok"
          request.details["version"] = reply.words[1] if reply.word == "VERSION"
          request.found(outcome: outcome, data: reply.word.freeze, bytes: reply.word.bytesize) if outcome == "counted"
          request.settle(outcome)
          nil
        end

        # What no reply means.
        def silence(request) = request.name == "quit" ? "ok" : "unknown"

        def final(request, reply)
          return "counted" if COUNTS.include?(request.name) && Ascii.number(reply.word)

          FINAL.fetch(request.name, {})[reply.word]
        end

        def part?(request, reply)
          return reply.word == "VALUE" && !reply.payload.nil? if READS.include?(request.name)

          request.name == "stats" && reply.word == "STAT"
        end

        def statistic(request)
          request.details["stats"] = request.details.fetch("stats", 0) + 1
          nil
        end

        def part(request, reply)
          return statistic(request) if request.name == "stats"

          _, key, flags, = reply.words
          known = request.found(key: key, outcome: "hit", flags: Ascii.number(flags), bytes: reply.payload.bytes,
                                data: reply.payload.data.freeze, cas: Ascii.number(reply.words[4]))
          "a value of a key that #{request.name} did not name" unless known
        end
      end
    end
  end
end
