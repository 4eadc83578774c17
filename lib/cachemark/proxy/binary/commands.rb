# frozen_string_literal: true

module Cachemark
  module Proxy
    module Binary
      # The meaning of the commands, and their possible replies.
      module Commands
        STORES = %w[set add replace].freeze
        GROWS = %w[append prepend].freeze
        READS = %w[get getk gat gatk].freeze
        COUNTS = %w[incr decr].freeze
        # A time that means "do not create it".
        NEVER = 0xffffffff

        SUCCESS = {
          **READS.to_h { |name| [name, "hit"] }, **(STORES + GROWS).to_h { |name| [name, "stored"] },
          **COUNTS.to_h { |name| [name, "counted"] }, "delete" => "deleted", "touch" => "touched"
        }.freeze
        # Statuses that are outcomes and not errors, for commands on keys.
        REFUSAL = { 1 => "not_found", 2 => "exists", 5 => "not_stored" }.freeze
        CONTINUE = 0x21
        ERRORS = { 3 => "too large", 4 => "invalid arguments", 6 => "not a number", 0x20 => "authentication failed",
                   0x81 => "unknown command", 0x82 => "out of memory" }.freeze

        module_function

        def protocol = "binary"

        # A command from its header, its extras and its key.
        #: (Header, String, String) -> Command
        def command(header, extras, key)
          size = header.value_bytes if carries_value?(header.base)
          Command.new(header.name, self, keys: keyed?(header.base) ? [key] : [], quiet: header.quiet?, size: size,
                                  **numbers(header.base, extras), details: details(header, extras, key))
        end

        def carries_value?(base) = STORES.include?(base) || GROWS.include?(base)

        def keyed?(base) = SUCCESS.key?(base)

        def numbers(base, extras)
          case base
          when *STORES then { flags: word(extras, 0), ttl: word(extras, 4) }
          when *COUNTS then { ttl: word(extras, 16).then { |ttl| ttl == NEVER ? nil : ttl } }
          when "gat", "gatk", "touch" then { ttl: word(extras, 0) }
          else {}
          end
        end

        def details(header, extras, key)
          facts = { "opaque" => header.opaque }
          facts["cas"] = header.cas unless header.cas.zero?
          facts["args"] = [key] unless key.empty? || keyed?(header.base)
          facts["unknown"] = "an unknown command" if header.unknown?
          delta, initial = extras.unpack("Q>2") if COUNTS.include?(header.base)
          facts["delta"] = delta if delta
          facts["initial"] = initial if initial && word(extras, 16) != NEVER
          facts
        end

        def word(extras, at) = extras.byteslice(at, 4)&.unpack1("N")

        # Whether a reply can belong to a command.
        def answers?(command, reply)
          return false if reply.header.name != command.name || reply.header.opaque != command.details["opaque"]

          reply.key.empty? || command.keys.empty? || reply.key == command.keys.first
        end

        # Whether the server refuses the command.
        def refused?(header)
          return false if [0, CONTINUE].include?(header.status)

          !(REFUSAL.key?(header.status) && keyed?(header.base))
        end

        # The message for a status if the reply has no text.
        def error(status) = ERRORS.fetch(status) { format("status 0x%02x", status) }

        # Assigns a reply to a command.
        def give(command, reply)
          base = reply.header.base
          return statistic(command, reply) if base == "stat"

          outcome = outcome(base, reply.header.status)
          command.found(outcome: outcome, **value(base, reply)) if %w[hit counted].include?(outcome)
          command.details["version"] = reply.payload.data.freeze if base == "version"
          command.settle(outcome)
          nil
        end

        # A packet without a name ends the statistics.
        def statistic(command, reply)
          return command.settle("ok") if reply.key.empty?

          command.details["stats"] = command.details.fetch("stats", 0) + 1
          nil
        end

        def outcome(base, status)
          return SUCCESS.fetch(base, "ok") if status.zero?
          return "continue" if status == CONTINUE

          READS.include?(base) ? "miss" : REFUSAL.fetch(status)
        end

        def value(base, reply)
          data = reply.payload.data
          data = (data.unpack1("Q>") || 0).to_s if base == "incr" || base == "decr"
          { flags: READS.include?(base) ? word(reply.extras, 0) : nil, bytes: reply.payload.bytes, data: data.freeze,
            cas: reply.header.cas }
        end

        # The outcome of a command that gets no reply: a miss of a read, success of every other.
        def silence(command)
          base = command.name.delete_suffix("q")
          READS.include?(base) ? "miss" : SUCCESS.fetch(base, "ok")
        end
      end
    end
  end
end
