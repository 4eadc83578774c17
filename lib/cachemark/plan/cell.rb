# frozen_string_literal: true

module Cachemark
  module Plan
    # One contender x scenario x mode: what a report prints as a row. `shown` is
    # false for the reference that rides along without having been asked for.
    Cell = Value.define(:id, :contender, :scenario, :mode, :label, :section, shown: true) do
      # The facts that a record keeps of it.
      #: () -> Hash[String, Object]
      def facts
        { "cell" => id, "contender" => contender.id, "notation" => contender.notation, "client" => contender.client.id,
          "scenario" => scenario.id, "mode" => mode, "label" => label, "section" => section, "shown" => shown,
          "calls" => scenario.calls, "footnotes" => footnotes, "beyond" => declared,
          "note" => contender.note, "given" => contender.given, "departures" => contender.departures,
          "definition" => scenario.to_record }
      end

      # The Work of an iteration that the catalogue declares beyond the scenario's.
      #: () -> Work
      def beyond
        contender.quirks(scenario.id).map { |quirk| Work.new(**quirk.to_h.slice(*Work.members)) }.reduce(Work.new, :+)
      end

      private

      def declared = beyond.to_h.reject { |_name, count| count.zero? }.transform_keys(&:to_s)

      def footnotes = [contender.note, *contender.footnotes, *contender.quirks(scenario.id).map(&:note)].compact
    end
  end
end
