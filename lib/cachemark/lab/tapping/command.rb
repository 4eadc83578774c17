# frozen_string_literal: true

module Cachemark
  module Lab
    class Tapping
      # What a command does, whatever its protocol calls it.
      module Command
        META = { "mg" => "get", "md" => "delete", "mn" => "noop", "me" => "debug" }.freeze
        MODES = { "E" => "add", "A" => "append", "P" => "prepend", "R" => "replace" }.freeze

        class << self
          # "get", "set", "add", "delete", "incr" ...
          #: (Proxy::Exchange) -> String
          def of(exchange)
            return meta(exchange) if exchange.protocol == "meta"
            return "get" if exchange.name.match?(/\Ag[ea]t/)

            exchange.protocol == "binary" ? exchange.name.delete_suffix("q") : exchange.name
          end

          private

          def meta(exchange)
            flags = Array(exchange.details["request"])
            return "touch" if exchange.name == "mg" && flags.none?("v") && flags.any? { |flag| flag.start_with?("T") }

            mode = flags.find { |flag| flag.start_with?("M") }&.[](1)&.upcase
            case exchange.name
            when "ms" then MODES.fetch(mode, "set")
            when "ma" then %w[D -].include?(mode) ? "decr" : "incr"
            else META.fetch(exchange.name, exchange.name)
            end
          end
        end
      end
    end
  end
end
