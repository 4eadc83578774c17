# frozen_string_literal: true

module Cachemark
  module Lab
    # Copies of one client whose truth is known, so that the judge can be judged. All are edited, so
    # that each pays for its edit: `steady` and `twin` count equally far in each call, `slow` further,
    # `fast` not at all; `busy` asks the server once more than it should; `deceived` is `steady`
    # behind a server that lies.
    class Controls
      # Loops of `steady`, and of `slow`: about a quarter of a call more, on any machine where an
      # interpreter's loop and a call to memcached keep about this proportion.
      STEADY = 800
      SLOW = 2_000
      # What the copies of a calibration count at the least.
      LOOPS = 80
      CONTENDERS = %w[steady twin slow fast busy deceived].freeze
      # [what it shows, contender, scenario, the verdict that is right].
      EXPECTED = [
        ["the same code in two folders is the same in get", "twin", "client/get", "same"],
        ["the same code in two folders is the same in set", "twin", "client/set", "same"],
        ["a slowdown of get is seen in get", "slow", "client/get", "slower"],
        ["a slowdown of get is not seen in set", "slow", "client/set", "same"],
        ["a faster get is seen", "fast", "client/get", "faster"],
        ["a row that does other work has no speed", "busy", "client/get", "invalid"],
        ["a row behind a server that lies has no speed", "deceived", "client/get", "invalid"]
      ].freeze

      #: (Spoiling) -> void
      def initialize(spoiling)
        @spoiling = spoiling
      end

      # {contender => absolute folder}. A copy that is there already is the same.
      #: () -> Hash[String, String]
      def folders
        made = edits.to_h { |name, edit| [name, @spoiling.kept(name, edit)] }
        made.merge("deceived" => made.fetch("steady"))
      end

      private

      def edits
        spin = ->(loops) { Spoiling::Edit.spin(loops: loops) }
        { "steady" => spin.call(STEADY), "twin" => spin.call(STEADY), "slow" => spin.call(SLOW), "fast" => spin.call(0),
          "busy" => Spoiling::Edit.ask_twice }
      end
    end
  end
end
