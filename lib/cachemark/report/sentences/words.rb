# frozen_string_literal: true

module Cachemark
  module Report
    module Sentences
      # Numbers with their units, as sentences have them.
      module Words
        class << self
          # "1 pair", "2 pairs"
          #
          #: (Integer, String) -> String
          def count(number, noun) = "#{number} #{noun}#{"s" unless number == 1}"

          # A share without its sign: "4.1 %".
          #
          #: (Float) -> String
          def percent(share)
            size = share.abs * 100
            return "without limit" if size.infinite?

            "#{format(size >= 10 ? "%.0f" : (size < 0.1 ? "%.2f" : "%.1f"), size)} %"
          end
        end
      end
    end
  end
end
