# frozen_string_literal: true

module Cachemark
  module Plan
    # One contender x scenario x mode: what a report prints as a row. `shown` is
    # false for the reference that rides along without having been asked for.
    Cell = Value.define(:id, :contender, :scenario, :mode, :label, :section, shown: true) do
      # Why its contender's language has no such mode; nil where it has.
      #: () -> String?
      def refusal = Vocabulary::Mode.of(mode).lacking(contender.language)

      # What one driver process serves: a contender in a mode.
      #: () -> String
      def lane = mode == Vocabulary::Mode::SYNC.name ? contender.id : "#{contender.id} #{mode}"

      # What it is called where the mode is not told beside it.
      #: () -> String
      def title = Vocabulary::Mode.of(mode).title(label)

      # How many call at the same time.
      #: () -> Integer
      def workers = Vocabulary::Mode.of(mode).workers

      # Among how many workers its iterations are dealt out: with pairs each worker makes all of them, over its own.
      #: () -> Integer
      def hands = scenario.pairs ? 1 : workers

      # The keys of each worker; nil where they have none of their own.
      #: () -> Array[Hash[String, String]]?
      def worker_keys = mode == Vocabulary::Mode::SYNC.name || scenario.pairs ? nil : WorkerKeys.of(scenario.keys, workers)

      # The facts that a record keeps of it.
      #: () -> Hash[String, Object]
      def facts
        { "cell" => id, "contender" => contender.id, "notation" => contender.notation, "client" => contender.client.id,
          "scenario" => scenario.id, "mode" => mode, "label" => label, "section" => section, "shown" => shown,
          "calls" => scenario.calls, "footnotes" => footnotes, "beyond" => declared,
          "note" => contender.note, "given" => contender.given, "departures" => contender.departures,
          "mode_note" => contender.mode_note(mode), "definition" => scenario.to_record }
      end

      # The Work of an iteration that the catalogue declares beyond the scenario's.
      #: () -> Work
      def beyond
        contender.quirks(scenario.id).map { |quirk| Work.new(**quirk.to_h.slice(*Work.members)) }.reduce(Work.new, :+)
      end

      private

      def declared = beyond.to_h.reject { |_name, count| count.zero? }.transform_keys(&:to_s)

      def footnotes = [contender.note, *contender.footnotes, *contender.quirks(scenario.id).map(&:note), unsafe].compact

      def unsafe
        line = contender.unsafe(mode)
        "used in a way that its documentation warns of (--unsafe): #{line.unsafe} (#{line.source})" if line
      end
    end
  end
end
