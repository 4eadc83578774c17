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

      # Its name where the mode is not shown next to it.
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
      def worker_keys = mode == Vocabulary::Mode::SYNC.name || scenario.pairs ? nil : Cell::WorkerKeys.of(scenario.keys, workers)

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

    # How the cells of a suite are made, and which of them cannot be measured.
    class Cell
      # The cells of a suite, in the order in which a report lists them: every
      # contender over the scenarios of its kind, in each mode. The reference rides along in every
      # scenario and mode, because a row's cost is also shown as a multiple of its cost.
      class List
        # references: the reference contender of each language and runtime in use; modes: instead of the suite's.
        #: (suite: Catalog::Suite, contenders: Array[Contender], scenarios: Array[Catalog::Scenario], references: Array[Contender], ?modes: Array[String]?) -> void
        def initialize(suite:, contenders:, scenarios:, references:, modes: nil)
          @suite = suite
          @contenders = contenders
          @scenarios = scenarios
          @references = references
          @modes = modes
        end

        #: () -> Array[Cell]
        def to_a
          (shown + riding_along).each_with_index.map { |cell, index| cell.with(id: "c#{index + 1}") }
        end

        private

        def shown
          @shown ||= @contenders.flat_map do |contender|
            modes_of(contender).flat_map do |mode|
              scenarios_of(contender).map { |scenario| cell(contender, scenario, mode, true) }
            end
          end
        end

        # A language and runtime whose reference is shown needs no other.
        def riding_along
          absent = @references.reject { |reference| @contenders.any? { |contender| same?(contender, reference) } }
          absent.flat_map do |reference|
            near = shown.select { |cell| cell.refusal.nil? && near?(cell.contender, reference) }
            near.uniq { |cell| [cell.mode, cell.scenario.id] }.map { |cell| cell(reference, cell.scenario, cell.mode, false) }
          end
        end

        def same?(contender, reference) = contender.client.id == reference.client.id && near?(contender, reference)

        def near?(contender, reference)
          contender.client.language == reference.client.language && contender.runtime == reference.runtime
        end

        def modes_of(contender) = (@modes || @suite.modes_of(contender.id)).map { |text| Vocabulary::Mode.parse(text).to_s }.uniq

        def scenarios_of(contender)
          kinds = contender.client.kinds
          @scenarios.select { |scenario| kinds.include?(scenario.kind) && @suite.runs?(contender.id, scenario.id) }
        end

        def cell(contender, scenario, mode, shown)
          Cell.new(id: nil, contender: contender, scenario: scenario, mode: mode, shown: shown,
                   label: @suite.label(contender, scenario), section: contender.section || contender.id)
        end
      end

      # A scenario's keys for each of several workers: no two workers have one in common, and a key is as long
      # as the scenario's, because its length is part of the work. The worker's number takes the place of
      # the key's last characters; where that makes keys of the scenario the same (k1 and k2), of those
      # one further from the end, and so on. A key that is too short gets the number behind it.
      module WorkerKeys
        class << self
          # {name => key} of each worker.
          #: (Hash[String, String], Integer) -> Array[Hash[String, String]]
          def of(keys, workers)
            numbers = Array.new(workers) { |worker| worker.to_s.rjust((workers - 1).to_s.size, "0") }
            (0..).each do |distance|
              made = numbers.map { |number| keys.transform_values { |key| numbered(key, number, distance).freeze }.freeze }
              return made.freeze if apart?(made, keys)
            end
          end

          private

          # Two names of one key stay so.
          def apart?(made, keys)
            made.flat_map { |own| own.values.uniq }.uniq.size == keys.values.uniq.size * made.size
          end

          # With the number as many characters from the end as `distance` says: as many as it has bytes, or
          # more bytes where a character has several.
          def numbered(key, number, distance)
            last = key.length - distance
            first = last - 1
            first -= 1 while first.positive? && key[first...last].bytesize < number.bytesize
            return "#{key}#{number}" if first.negative? || key[first...last].bytesize < number.bytesize

            "#{key[0...first]}#{number.rjust(key[first...last].bytesize, "0")}#{key[last..]}"
          end
        end
      end

      # Which modes cannot be asked for: those that nobody has, those that a client's own documentation
      # warns of, and those with more workers than there is to do.
      module Modes
        class << self
          # Raises Usage; `unsafe` says that warnings were heard, `iterations` how many each row is to make, where
          # that is said.
          #: (Array[Cell], ?unsafe: bool, ?iterations: Integer?) -> void
          def check(cells, unsafe: false, iterations: nil)
            cells.select(&:shown).group_by(&:mode).each { |mode, own| refuse_unknown(mode, own) if own.all?(&:refusal) }
            refuse_unsafe(cells.reject(&:refusal)) unless unsafe
            refuse_idle(cells, iterations) if iterations
            refuse_crowd(cells.select { |cell| cell.scenario.pairs })
          end

          private

          def refuse_unknown(mode, cells)
            raise Usage.new("--mode #{mode}: #{cells.map(&:refusal).uniq.join("; ")}",
                            try: "name a mode that one of these contenders has")
          end

          def refuse_unsafe(cells)
            warned = cells.filter_map { |cell| warning(cell) }.uniq
            return if warned.empty?

            raise Usage.new(warned.first(2).join("\n"), try: "--unsafe measures it, and a footnote says so")
          end

          # A block in which some have nothing to do is not of that mode.
          def refuse_idle(cells, iterations)
            most = cells.max_by(&:hands)
            return if most.nil? || most.hands <= iterations

            raise Usage.new("--iterations #{iterations} does not give each worker of #{most.mode} one",
                            try: "measure at least #{most.hands}")
          end

          # Each worker has its own pairs.
          def refuse_crowd(cells)
            crowd = cells.find { |cell| cell.workers > cell.scenario.pairs.count } or return
            raise Usage.new("#{crowd.mode} has more workers than there are pairs (#{crowd.scenario.pairs.count})",
                            try: "take fewer workers, or more pairs (--data)")
          end

          def warning(cell)
            line = cell.contender.unsafe(cell.mode)
            "#{cell.contender.id} is not safe in mode #{cell.mode}: #{line.unsafe} (#{line.source})" if line
          end
        end
      end

      # Keys on a server of somebody else's: each cell's have a prefix of their own, and a
      # namespace comes before that. A key that grows beyond memcached's limit is refused, or
      # silently hashed, by the client.
      module ForeignKeys
        # Bytes of a cell's prefix: four of the run, three or more of the cell, a colon.
        PREFIX_BYTES = 8
        # The most that memcached takes.
        MOST_BYTES = 250

        # The first cell with a key that would be too long, that key's name and its bytes; nil for none.
        #: (Array[Cell]) -> [Cell, String, Integer]?
        def self.too_long(cells)
          cells.each do |cell|
            name, bytes = longest(cell)
            return [cell, name, bytes] if bytes && bytes + before(cell) > MOST_BYTES
          end
          nil
        end

        # [name, bytes] of a cell's longest key.
        def self.longest(cell)
          return ["of a pair", cell.scenario.pairs.key_bytes] if cell.scenario.pairs

          keys = (cell.worker_keys || [cell.scenario.keys]).flat_map(&:to_a)
          keys.map { |name, key| [name, key.bytesize] }.max_by(&:last)
        end
        private_class_method :longest

        # A client puts a colon between namespace and key.
        def self.before(cell)
          namespace = cell.contender.options["namespace"]
          PREFIX_BYTES + (namespace ? namespace.bytesize + 1 : 0)
        end
        private_class_method :before
      end
    end
  end
end
