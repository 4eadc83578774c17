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
          "calls" => scenario.calls, "footnotes" => footnotes,
          "note" => contender.note, "given" => contender.given, "definition" => scenario.to_record }
      end

      private

      def footnotes = [contender.note, *contender.footnotes, *contender.quirks(scenario.id).map(&:note)].compact
    end
  end
end
