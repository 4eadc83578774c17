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

        # What got better.
        #
        #: (String) -> String
        def good(text) = @pastel.green(text)

        # What nobody knows yet.
        #
        #: (String) -> String
        def doubt(text) = @pastel.yellow(text)

        # A text by the verdict that it is about.
        #
        #: (String, String) -> String
        def verdict(word, text)
          case word
          when "faster" then good(text)
          when "slower", "invalid" then alarm(text)
          when "unresolved" then doubt(text)
          else text
          end
        end
      end
    end
  end
end
