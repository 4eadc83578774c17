# frozen_string_literal: true

module Cachemark
  module Report
    class HTML
      # One unit for an axis of times.
      module Unit
        # [ns in it, its name], in which the middle of these times is a small number.
        #
        #: (Array[Numeric]) -> [Float, String]
        def self.of(times_ns)
          size, unit = Figures::UNITS.find { |size, _unit| times_ns.sort[times_ns.size / 2] >= size } || Figures::UNITS.last
          [size.to_f, unit]
        end
      end
    end
  end
end
