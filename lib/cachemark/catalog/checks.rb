# frozen_string_literal: true

module Cachemark
  class Catalog
    # The published outcomes of `check`, one for each configuration of a client. An outcome counts the cases in which it
    # returned a wrong value, crashed or hung, of those that could be tried. The outcomes come from results/. They are in
    # catalog/checks/, so that a gem has them, too.
    class Checks
      #: (Array[Hash]) -> void
      def initialize(entries)
        @entries = entries.to_h { |entry| [entry.values_at("client", "version", "options", "runtime"), entry] }
      end

      # {"bad" => Integer, "of" => Integer, "on" => "2026-11-27"} of exactly this contender; nil if it was not checked.
      # Releases of a runtime's line, such as 3.3, count as one.
      #: (Contender) -> Hash[String, Object]?
      def of(contender)
        runtime = contender.surroundings[contender.language.option].to_s[/\A\d+\.\d+/]
        options = contender.departures.transform_values(&:first)
        @entries[[contender.client.id, contender.version, options, runtime]]&.slice("bad", "of", "on")
      end
    end
  end
end
