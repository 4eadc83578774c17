# frozen_string_literal: true

module Cachemark
  module Proxy
    module Ascii
      # The meta commands: the meaning of their flags, and their possible replies.
      module Meta
        NAMES = %w[mg ms md ma mn me].freeze

        # Status => outcome, by command; VA and ME carry the requested data.
        FINAL = {
          "mg" => { "VA" => "hit", "HD" => "hit", "EN" => "miss" },
          "ms" => { "HD" => "stored", "NS" => "not_stored", "EX" => "exists", "NF" => "not_found" },
          "md" => { "HD" => "deleted", "NF" => "not_found", "EX" => "exists" },
          "ma" => { "HD" => "counted", "VA" => "counted", "NF" => "not_found", "NS" => "not_stored", "EX" => "exists" },
          "mn" => { "MN" => "ok" }, "me" => { "ME" => "hit", "EN" => "miss" }
        }.freeze
        # The outcome of a quiet command without a reply, and the status that it omits.
        SILENCE = { "mg" => "miss", "ms" => "stored", "md" => "deleted", "ma" => "counted" }.freeze
        OMITTED = { "mg" => "EN", "ms" => "HD", "md" => "HD" }.freeze

        module_function

        def protocol = "meta"

        #: (Array[String]) -> Command
        def command(words)
          name, key, *rest = words
          return Command.new(name, self) if name == "mn"

          size = Ascii.number(rest.shift) if name == "ms"
          sound = key && key.bytesize <= Classic::LONGEST_KEY && (name != "ms" || size&.between?(0, Classic::LONGEST_VALUE))
          details = { "request" => rest.freeze, **asked(rest), **(sound ? {} : { "unknown" => "a malformed #{name}" }) }
          Command.new(name, self, keys: [plain(key, rest)].compact, quiet: rest.include?("q"),
                                    size: (size if sound), details: details, **numbers(name, rest))
        end

        # The key that the server stores; on the wire it may be in base64.
        def plain(key, flags)
          key && flags.include?("b") ? key.unpack1("m0") : key
        rescue ArgumentError
          key
        end

        # `T` sets the time and `F` the flags of an item; a store without them has 0.
        def numbers(name, rest)
          ttl = number(rest, "T") || number(rest, "N")
          name == "ms" ? { ttl: ttl || 0, flags: number(rest, "F") || 0 } : { ttl: ttl }
        end

        def asked(rest)
          { "opaque" => token(rest, "O"), "mode" => token(rest, "M"), "cas" => number(rest, "C"), "delta" => number(rest, "D"),
            "initial" => number(rest, "J") }.compact
        end

        def token(words, flag) = words.find { |word| word.start_with?(flag) }&.delete_prefix(flag)

        def number(words, flag) = Ascii.number(token(words, flag))

        # Whether a reply can belong to a command, by its status, opaque and key.
        def answers?(command, reply)
          return command.name != "mn" if reply.error
          return false unless FINAL.fetch(command.name).key?(reply.word)
          return false if command.quiet && OMITTED[command.name] == reply.word

          same?(command, reply)
        end

        def same?(command, reply)
          opaque = token(flags(reply), "O")
          key = token(flags(reply), "k")
          return false if opaque != command.details["opaque"] && reply.word != "EN"

          key.nil? || plain(key, flags(reply)) == command.keys.first
        end

        # Assigns a reply to a command.
        def give(command, reply)
          command.details["reply"] = flags(reply).freeze
          outcome = FINAL.fetch(command.name).fetch(reply.word)
          command.found(outcome: outcome, **value(reply)) if %w[hit counted].include?(outcome)
          command.settle(outcome)
          nil
        end

        def value(reply)
          words = flags(reply)
          found = { flags: number(words, "f"), cas: number(words, "c"), bytes: number(words, "s") }.compact
          reply.payload ? { **found, bytes: reply.payload.bytes, data: reply.payload.data.freeze } : found
        end

        # The outcome of a command that gets no reply.
        def silence(command) = SILENCE.fetch(command.name, "unknown")

        def flags(reply)
          reply.word == "ME" ? [] : reply.words.drop(reply.word == "VA" ? 2 : 1)
        end
      end
    end
  end
end
