# frozen_string_literal: true

module Cachemark
  module Proxy
    # The binary protocol: what its commands mean, and which replies they get. Every packet says
    # which command it is of and how long it is.
    module Binary
      HEADER_BYTES = 24
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

      # A command by its header, its extras and its key.
      #: (Header, String, String) -> Conversation::Request
      def request(header, extras, key)
        size = header.value_bytes if carries_value?(header.base)
        Conversation::Request.new(header.name, self, keys: keyed?(header.base) ? [key] : [], quiet: header.quiet?, size: size,
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
        told = { "opaque" => header.opaque }
        told["cas"] = header.cas unless header.cas.zero?
        told["args"] = [key] unless key.empty? || keyed?(header.base)
        told["unknown"] = "an unknown command" if header.unknown?
        delta, initial = extras.unpack("Q>2") if COUNTS.include?(header.base)
        told["delta"] = delta if delta
        told["initial"] = initial if initial && word(extras, 16) != NEVER
        told
      end

      def word(extras, at) = extras.byteslice(at, 4)&.unpack1("N")

      # Whether a reply can be meant for a command.
      def answers?(request, reply)
        return false if reply.header.name != request.name || reply.header.opaque != request.details["opaque"]

        reply.key.empty? || request.keys.empty? || reply.key == request.keys.first
      end

      # Takes a reply in.
      def give(request, reply)
        base = reply.header.base
        return statistic(request, reply) if base == "stat"

        outcome = outcome(base, reply.header.status)
        request.found(outcome: outcome, **value(base, reply)) if %w[hit counted].include?(outcome)
        request.details["version"] = reply.payload.data.freeze if base == "version"
        request.settle(outcome)
        nil
      end

      # The statistics end with a packet without a name.
      def statistic(request, reply)
        return request.settle("ok") if reply.key.empty?

        request.details["stats"] = request.details.fetch("stats", 0) + 1
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

      # What no reply means: a miss of a read, success of all others.
      def silence(request)
        base = request.name.delete_suffix("q")
        READS.include?(base) ? "miss" : SUCCESS.fetch(base, "ok")
      end
    end
  end
end
