# frozen_string_literal: true

require "pastel"

module Cachemark
  module Report
    class Terminal
      # Colours by meaning; plain text where colour is off.
      class Paint
        #: (bool) -> void
        def initialize(enabled)
          @pastel = Pastel.new(enabled: enabled)
        end

        # What carries the eye.
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
      end
    end
  end
end
