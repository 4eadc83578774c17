# frozen_string_literal: true

require "pastel"

module Cachemark
  module Report
    class Terminal
      # Colours by meaning; plain text where colour is off.
      class Paint
        # The colour of each tone; others have none.
        TONES = { "strong" => :strong, "faint" => :faint, "faster" => :good, "passed" => :good, "right" => :good,
                  "slower" => :alarm, "invalid" => :alarm, "regression" => :alarm, "wrong" => :alarm, "status" => :alarm,
                  "unresolved" => :doubt, "undecided" => :doubt, "PASS" => :good, "NON-STRICT" => :doubt, "FAIL" => :alarm,
                  "CRASH" => :alarm, "HANG" => :alarm, "CORRUPT" => :alarm, "INFO" => :faint, "UNSUPPORTED" => :faint }.freeze
        private_constant :TONES

        #: (bool) -> void
        def initialize(enabled)
          @pastel = Pastel.new(enabled: enabled)
        end

        # The text in the colour of a tone: a verdict, an outcome, "strong", "faint", "status".
        #
        #: (String?, String) -> String
        def tone(name, text) = TONES.key?(name) ? public_send(TONES[name], text) : text

        # What the eye looks for.
        #
        #: (String) -> String
        def strong(text) = @pastel.bold(text)

        # What explains.
        #
        #: (String) -> String
        def faint(text) = @pastel.dim(text)

        # What went wrong.
        #
        #: (String) -> String
        def alarm(text) = @pastel.red(text)

        # What got better.
        #
        #: (String) -> String
        def good(text) = @pastel.green(text)

        # What is undecided.
        #
        #: (String) -> String
        def doubt(text) = @pastel.yellow(text)
      end
    end
  end
end
