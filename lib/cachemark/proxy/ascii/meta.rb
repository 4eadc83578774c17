# frozen_string_literal: true

module Cachemark
  module Proxy
    module Ascii
      # The meta commands: what their flags mean, and which replies they get.
      module Meta
        NAMES = %w[mg ms md ma mn me].freeze

        # Status => outcome, by command; VA and ME carry what was asked for.
        FINAL = {
          "mg" => { "VA" => "hit", "HD" => "hit", "EN" => "miss" },
          "ms" => { "HD" => "stored", "NS" => "not_stored", "EX" => "exists", "NF" => "not_found" },
          "md" => { "HD" => "deleted", "NF" => "not_found", "EX" => "exists" },
          "ma" => { "HD" => "counted", "VA" => "counted", "NF" => "not_found", "NS" => "not_stored", "EX" => "exists" },
          "mn" => { "MN" => "ok" }, "me" => { "ME" => "hit", "EN" => "miss" }
        }.freeze
        # What a quiet command leaves out, and what that means.
        SILENCE = { "mg" => "miss", "ms" => "stored", "md" => "deleted", "ma" => "counted" }.freeze
        HUSHED = { "mg" => "EN", "ms" => "HD", "md" => "HD" }.freeze

        module_function

        def protocol = "meta"

        #: (Array[String]) -> Conversation::Request
        def request(words)
          name, key, *rest = words
          return Conversation::Request.new(name, self) if name == "mn"

          size = Ascii.number(rest.shift) if name == "ms"
          sound = key && key.bytesize <= Classic::LONGEST_KEY && (name != "ms" || size&.between?(0, Classic::LONGEST_VALUE))
          details = { "request" => rest.freeze, **asked(rest), **(sound ? {} : { "unknown" => "a malformed #{name}" }) }
          Conversation::Request.new(name, self, keys: [plain(key, rest)].compact, quiet: rest.include?("q"),
                                    size: (size if sound), details: details, **numbers(name, rest))
        end

        # The key that the server stores, which the wire may write in base64.
        def plain(key, flags)
          key && flags.include?("b") ? key.unpack1("m0") : key
        rescue ArgumentError
          key
        end

        # `T` sets the time, `F` the flags of an item; without them a store has 0.
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

        # Whether a reply can be meant for a command, by its status, opaque and key.
        def answers?(request, reply)
          return request.name != "mn" if reply.error
          return false unless FINAL.fetch(request.name).key?(reply.word)
          return false if request.quiet && HUSHED[request.name] == reply.word

          same?(request, reply)
        end

        def same?(request, reply)
          opaque = token(flags(reply), "O")
          key = token(flags(reply), "k")
          return false if opaque != request.details["opaque"] && reply.word != "EN"

          key.nil? || plain(key, flags(reply)) == request.keys.first
        end

        # Takes a reply in.
        def give(request, reply)
          request.details["reply"] = flags(reply).freeze
          outcome = FINAL.fetch(request.name).fetch(reply.word)
          request.found(outcome: outcome, **value(reply)) if %w[hit counted].include?(outcome)
          request.settle(outcome)
          nil
        end

        def value(reply)
          told = flags(reply)
          found = { flags: number(told, "f"), cas: number(told, "c"), bytes: number(told, "s") }.compact
          reply.payload ? { **found, bytes: reply.payload.bytes, data: reply.payload.data.freeze } : found
        end

        # What no reply means.
        def silence(request) = SILENCE.fetch(request.name, "unknown")

        def flags(reply)
          reply.word == "ME" ? [] : reply.words.drop(reply.word == "VA" ? 2 : 1)
        end
      end
    end
  end
end
