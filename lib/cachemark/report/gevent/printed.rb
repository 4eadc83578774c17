# frozen_string_literal: true

module Cachemark
  module Report
    class Gevent
      # A row as a document has it, read back: `elapsed`, `rate`, `avg`, `min` and `max` are Strings.
      Printed = Value.define(:library, :table, :keys, :label, :elapsed, :rate, :avg, :min, :max) do
        # From a line of a document; nil for any other line.
        #
        #: (String, library: String, table: String, keys: Integer) -> Printed?
        def self.of(line, **place)
          label, *figures = line.match(/\A {4}(\S+) +([\d.]+) +([\d.]+) +([\d.]+) +([\d.]+) +([\d.]+) *\r?\n?\z/)&.captures
          label && new(label: label, **place, **%i[elapsed rate avg min max].zip(figures).to_h)
        end

        # Every row of a document's section `results`.
        #
        #: (String) -> Array[Printed]
        def self.all(text)
          place = nil
          text.lines.filter_map do |line|
            heading = line.match(/\A### (.+) (\S+) \((\d+) keys\)/)&.captures
            place = { library: heading[0], table: heading[1], keys: heading[2].to_i } if heading
            place && of(line, **place)
          end
        end

        # Keys a second of the time that is printed.
        #
        #: () -> Float
        def keys_per_s = keys / elapsed.to_f

        # Whether the printed rate is that of the printed time, as far as its digits go.
        #
        #: () -> bool
        def own_rate?
          step = elapsed.end_with?("0") ? 0.006 : 0.0006
          return true if elapsed.to_f <= step

          rate.to_f.between?(keys / (elapsed.to_f + step), keys / (elapsed.to_f - step))
        end
      end
    end
  end
end
