# frozen_string_literal: true

module Cachemark
  module Plan
    # One contender in one scenario and mode: a row of a report. `shown` is false for a reference that the user did not ask
    # for.
    Cell = Value.define(:id, :contender, :scenario, :mode, :label, :section, shown: true) do
      # Why the contender's language lacks the mode; nil if it has the mode.
      #: () -> String?
      def refusal = Vocabulary::Mode.of(mode).lacking(contender.language)

      # The name of a contender in a mode, which one driver process serves.
      #: () -> String
      def lane = mode == Vocabulary::Mode::SYNC.name ? contender.id : "#{contender.id} #{mode}"

      # Its name where the mode is not shown next to it.
      #: () -> String
      def title = Vocabulary::Mode.of(mode).title(label)

      # The number of concurrent callers.
      #: () -> Integer
      def workers = Vocabulary::Mode.of(mode).workers

      # The number of workers that share its iterations. With pairs, each worker makes all iterations on its own pairs.
      #: () -> Integer
      def sharing_workers = scenario.pairs ? 1 : workers

      # Whether each of its calls is timed even if nobody asks for that: the published layout of pairs prints latencies.
      #: () -> bool
      def latencies? = !scenario.pairs.nil?

      # The keys of each worker; nil if workers need no separate keys.
      #: () -> Array[Hash[String, String]]?
      def worker_keys = mode == Vocabulary::Mode::SYNC.name || scenario.pairs ? nil : Cell::WorkerKeys.of(scenario.keys, workers)

      # Its fields in a record.
      #: () -> Hash[String, Object]
      def facts
        { "cell" => id, "contender" => contender.id, "notation" => contender.notation, "client" => contender.client.id,
          "scenario" => scenario.id, "mode" => mode, "label" => label, "section" => section, "shown" => shown,
          "calls" => scenario.calls, "footnotes" => footnotes, "beyond" => declared,
          "note" => contender.note, "given" => contender.given, "departures" => contender.departures,
          "mode_note" => contender.mode_note(mode), "definition" => scenario.to_record,
          **{ "endpoint" => contender.endpoint&.options, "floor" => contender.floor&.facts,
              "checked" => contender.checked }.compact }
      end

      # The Work of an iteration that the catalogue declares in addition to the scenario's.
      #: () -> Work
      def declared_extra_work
        contender.quirks(scenario.base).map { |quirk| Work.new(**quirk.to_h.slice(*Work.members)) }.reduce(Work.new, :+)
      end

      private

      def declared = declared_extra_work.to_h.reject { |_name, count| count.zero? }.transform_keys(&:to_s)

      def footnotes
        quirks = contender.quirks(scenario.base).map(&:note)
        [contender.client.warning, contender.note, *contender.footnotes, *quirks, unsafe].compact
      end

      def unsafe
        line = contender.unsafe(mode)
        "used in a way that its documentation warns against (--allow unsafe): #{line.unsafe} (#{line.source})" if line
      end
    end

    # Builds the cells of a suite, and rejects those that cannot be measured.
    class Cell
      # The cells of a suite, in the order of a report: every contender over the scenarios of its kind, in each mode. The
      # reference is measured in every scenario and mode as well, because reports also show a cost as a multiple of the
      # reference's.
      class List
        # references: the reference contender of each language and runtime in use. modes: used instead of the suite's. sweeps:
        # only their points are measured.
        #: (suite: Catalog::Suite, contenders: Array[Contender], scenarios: Array[Catalog::Scenario], references: Array[Contender], ?modes: Array[String]?, ?sweeps: Array[Sweep]) -> void
        def initialize(suite:, contenders:, scenarios:, references:, modes: nil, sweeps: [])
          @sweeps = sweeps
          @suite = suite
          @contenders = contenders
          @scenarios = scenarios
          @references = references
          @modes = modes
        end

        #: () -> Array[Cell]
        def to_a
          (shown + hidden_references).each_with_index.map { |cell, index| cell.with(id: "c#{index + 1}") }
        end

        private

        def shown
          @shown ||= @contenders.flat_map do |contender|
            modes_of(contender).flat_map do |mode|
              scenarios_of(contender).map { |scenario| cell(contender, scenario, mode, true) }
            end
          end.select { |cell| @sweeps.all? { |sweep| sweep.point?(cell) } }
        end

        # If the reference of a language and runtime is shown anyway, no other is added.
        def hidden_references
          absent = @references.reject { |reference| @contenders.any? { |contender| same?(contender, reference) } }
          absent.flat_map do |reference|
            cells = shown.select { |cell| cell.refusal.nil? && same_runtime?(cell.contender, reference) }
            cells.uniq { |cell| [cell.mode, cell.scenario.id] }.map { |cell| cell(reference, cell.scenario, cell.mode, false) }
          end
        end

        def same?(contender, reference) = contender.client.id == reference.client.id && same_runtime?(contender, reference)

        def same_runtime?(contender, reference)
          places = [contender, reference].map do |side|
            [side.client.language, side.runtime, side.jit, side.endpoint&.for_reference]
          end
          places.uniq.one?
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

      # Makes the keys of each of several workers from a scenario's keys. No two workers share a key, and a key is as long as
      # the scenario's, because its length is part of the work. The worker's number replaces the key's last characters. If
      # that makes two of the scenario's keys equal (k1 and k2), the number replaces characters one further from the end, and
      # so on. A key that is too short gets the number appended.
      module WorkerKeys
        class << self
          # {name => key} of each worker.
          #: (Hash[String, String], Integer) -> Array[Hash[String, String]]
          def of(keys, workers)
            numbers = Array.new(workers) { |worker| worker.to_s.rjust((workers - 1).to_s.size, "0") }
            (0..).each do |distance|
              made = numbers.map { |number| keys.transform_values { |key| numbered(key, number, distance).freeze }.freeze }
              return made.freeze if all_distinct?(made, keys)
            end
          end

          private

          # Whether no two workers share a key, and no two keys of the scenario became one. Two names of one key still share
          # one.
          def all_distinct?(made, keys)
            made.flat_map { |own| own.values.uniq }.uniq.size == keys.values.uniq.size * made.size
          end

          # The key with its characters before the last `distance` replaced by the number: as many characters as have at
          # least its bytes.
          def numbered(key, number, distance)
            last = key.length - distance
            first = last - 1
            first -= 1 while first.positive? && key[first...last].bytesize < number.bytesize
            return "#{key}#{number}" if first.negative? || key[first...last].bytesize < number.bytesize

            "#{key[0...first]}#{number.rjust(key[first...last].bytesize, "0")}#{key[last..]}"
          end
        end
      end

      # Rejects modes that cannot be measured: those that no contender has, those that a client's own documentation warns against,
      # and those with more workers than there is work.
      module Modes
        class << self
          # Raises Usage. `unsafe`: the user accepts the documentation's warnings. `iterations`: how many each row makes, if
          # the user gave a number.
          #: (Array[Cell], ?unsafe: bool, ?iterations: Integer?) -> void
          def check(cells, unsafe: false, iterations: nil)
            cells.select(&:shown).group_by(&:mode).each { |mode, own| refuse_unknown(mode, own) if own.all?(&:refusal) }
            refuse_unsafe(cells.reject(&:refusal)) unless unsafe
            refuse_idle(cells, iterations) if iterations
            refuse_too_few_pairs(cells.select { |cell| cell.scenario.pairs })
          end

          private

          def refuse_unknown(mode, cells)
            raise Usage.new("mode #{mode}: #{cells.map(&:refusal).uniq.join("; ")}",
                            try: "name a mode that one of these contenders has")
          end

          def refuse_unsafe(cells)
            warned = cells.filter_map { |cell| warning(cell) }.uniq
            return if warned.empty?

            raise Usage.new(warned.first(2).join("\n"), try: "--allow unsafe measures it, and a footnote says so")
          end

          # A block with idle workers does not measure that mode.
          def refuse_idle(cells, iterations)
            most = cells.max_by(&:sharing_workers)
            return if most.nil? || most.sharing_workers <= iterations

            raise Usage.new("--for #{iterations}x is fewer than one for each worker of #{most.mode}",
                            try: "measure at least #{most.sharing_workers}")
          end

          # Each worker has its own pairs.
          def refuse_too_few_pairs(cells)
            crowded = cells.find { |cell| cell.workers > cell.scenario.pairs.count } or return
            raise Usage.new("#{crowded.mode} has more workers than there are pairs (#{crowded.scenario.pairs.count})",
                            try: "take fewer workers, or more pairs (--with data=FILE)")
          end

          def warning(cell)
            line = cell.contender.unsafe(cell.mode)
            "#{cell.contender.id} is not safe in mode #{cell.mode}: #{line.unsafe} (#{line.source})" if line
          end
        end
      end

      # Keys on a server that belongs to somebody else. Each cell's keys have a separate prefix, and a namespace comes before
      # that. A client refuses a key that grows beyond memcached's limit, or hashes it silently.
      module ForeignKeys
        # Bytes of a cell's prefix: four of the run, three or more of the cell, a colon.
        PREFIX_BYTES = 8
        # The longest key that memcached accepts.
        MOST_BYTES = 250

        # The first cell with a key that would be too long, the name of its longest key, and that key's bytes; nil if there
        # is none.
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
