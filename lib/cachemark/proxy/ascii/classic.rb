# frozen_string_literal: true

module Cachemark
  module Proxy
    module Ascii
      # The classic text commands: the meaning of their lines, and their possible replies.
      module Classic
        STORES = %w[set add replace append prepend cas].freeze
        READS = %w[get gets gat gats].freeze
        COUNTS = %w[incr decr].freeze
        LONGEST_KEY = 250
        # memcached refuses a longer value when it reads its line, and parses the following bytes as commands.
        LONGEST_VALUE = (1 << 31) - 3

        # A `set` by which a connection logs in. Its key means nothing, and its value is a secret.
        LOGIN = "login"
        STORED = { "STORED" => "stored", "NOT_STORED" => "not_stored", "EXISTS" => "exists", "NOT_FOUND" => "not_found" }.freeze
        # Reply line => outcome, by command.
        FINAL = {
          **STORES.to_h { |name| [name, STORED] },
          **READS.to_h { |name| [name, { "END" => "miss" }] },
          **COUNTS.to_h { |name| [name, { "NOT_FOUND" => "not_found" }] },
          "delete" => { "DELETED" => "deleted", "NOT_FOUND" => "not_found" },
          "touch" => { "TOUCHED" => "touched", "NOT_FOUND" => "not_found" },
          LOGIN => { "STORED" => "ok" }, "flush_all" => { "OK" => "ok" }, "verbosity" => { "OK" => "ok" },
          "version" => { "VERSION" => "ok" }, "quit" => {},
          "stats" => { "END" => "ok", "RESET" => "ok", "OK" => "ok" }
        }.freeze
        KNOWN = FINAL.keys.freeze
        MAY_BE_QUIET = KNOWN - READS - [LOGIN, "version", "stats", "quit"]

        module_function

        def protocol = "text"

        # Every line is parsed as a command. No value follows a line that memcached would refuse.
        #: (Array[String]) -> Command
        def command(words)
          name, *rest = words
          return strange(name) unless KNOWN.include?(name)

          quiet = name == "quit" || (MAY_BE_QUIET.include?(name) && rest.last == "noreply")
          rest.pop if quiet && name != "quit"
          Command.new(name, self, quiet: quiet, **meaning(name, rest))
        end

        def meaning(name, rest)
          case name
          when *STORES then store(name, *rest)
          when LOGIN then { size: Ascii.number(rest.first) }
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

        # The words of a login in place of those of a `set`.
        def login(words) = words.first == "set" && Ascii.number(words.last) ? [LOGIN, words.last] : words

        def strange(name)
          known = name.to_s.match?(/\A[a-z_]{1,20}\z/)
          Command.new(known ? name : "?", self, details: { "unknown" => "an unknown command" })
        end

        # Whether a reply can belong to a command.
        def answers?(command, reply)
          return false if command.quiet
          return true if reply.error || command.details.key?("unknown")

          final(command, reply) || part?(command, reply)
        end

        # Assigns a reply to a command. Returns an error in the reply, or nil.
        def give(command, reply)
          return part(command, reply) if part?(command, reply)

          outcome = final(command, reply) || "ok"
          command.details["version"] = reply.words[1] if reply.word == "VERSION"
          command.found(outcome: outcome, data: reply.word.freeze, bytes: reply.word.bytesize) if outcome == "counted"
          command.settle(outcome)
          nil
        end

        # The outcome of a command that gets no reply.
        def silence(command) = command.name == "quit" ? "ok" : "unknown"

        def final(command, reply)
          return "counted" if COUNTS.include?(command.name) && Ascii.number(reply.word)

          FINAL.fetch(command.name, {})[reply.word]
        end

        def part?(command, reply)
          return reply.word == "VALUE" && !reply.payload.nil? if READS.include?(command.name)

          command.name == "stats" && reply.word == "STAT"
        end

        def statistic(command)
          command.details["stats"] = command.details.fetch("stats", 0) + 1
          nil
        end

        def part(command, reply)
          return statistic(command) if command.name == "stats"

          _, key, flags, = reply.words
          known = command.found(key: key, outcome: "hit", flags: Ascii.number(flags), bytes: reply.payload.bytes,
                                data: reply.payload.data.freeze, cas: Ascii.number(reply.words[4]))
          "a value of a key that #{command.name} did not name" unless known
        end
      end
    end
  end
end
