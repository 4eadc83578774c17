# frozen_string_literal: true

module Cachemark
  module Driver
    class Planned
      # Calls of a plan that were due at a time each (`dues` of protocol/spec.md), as the driver reported them.
      class DueCalls
        # Of a call that never began.
        NEVER = -1
        private_constant :NEVER

        # Array[Integer], one for each call: ns from when it was due until it began, and until it ended.
        attr_reader :lags, :latencies
        # Array[Array], one for each worker: the last reply to each call of its plan.
        attr_reader :replies

        # What the workers made of them.
        #: (Hash[String, Object]) -> void
        def initialize(ran)
          @lags, @latencies = ran.fetch_values("lags", "latencies")
          @replies = Reported.all(ran.fetch("replies")).map(&:first)
          @raised = ran.fetch("raised").to_h { |one| [one.fetch("call"), one] }
        end

        def begun?(call) = @lags[call] != NEVER
        def raised?(call) = @raised.key?(call)

        # How often the client raised, by class.
        #: () -> Hash[String, Integer]
        def errors = @raised.each_value.map { |error| error["class"] }.tally

        # The first message of each class.
        #: () -> Hash[String, String]
        def messages = @raised.values.reverse.to_h { |error| [error["class"], Judge.shortened(error["message"])] }

        # The fields of a block in an open loop.
        #: () -> Hash[String, Object]
        def to_block
          { "latencies" => DueCalls.packed(@latencies), "lags" => DueCalls.packed(@lags), "errors" => errors }
        end

        # Base64 of a uint32 for each time.
        #: (Array[Integer]) -> String
        def self.packed(times) = [times.map { |ns| [ns, 0xffffffff].min }.pack("L<*")].pack("m0")
      end
    end
  end
end
