# frozen_string_literal: true

module Cachemark
  module Report
    # Common parts of the reports of `compare` and `gate`: the table of verdicts, its charts, the changes that could not be
    # detected, and the verdicts as JSON.
    class Verdicts
      # The reader has to know this before the table.
      READ_FIRST = "Change: how much more (+) or less (-) a call costs than with the baseline, with its interval."
      # And this, if the table has that column.
      DETECTABLE = "Detectable: the smallest slowdown that this run would have detected 19 times in 20."

      class << self
        # Verdicts under the contender that they judge.
        #: (Array[Stats::Verdict]) -> Array[Stats::Section]
        def sections(verdicts)
          verdicts.group_by { |verdict| [verdict.contender, verdict.baseline] }.map do |(contender, baseline), rows|
            Stats::Section.new(heading: "#{contender} against #{contender == baseline ? "itself" : baseline}", rows: rows)
          end
        end

        # Footnotes of verdicts: the reason first, if there is one.
        #: (Array[Stats::Verdict]) -> Footnotes
        def footnotes(verdicts)
          Footnotes.new(verdicts) do |verdict|
            [*("#{verdict.verdict}: #{verdict.reason}" if verdict.reason), *verdict.footnotes]
          end
        end
      end

      #: (Stats::Comparison | Stats::Gate::Decision) -> void
      def initialize(comparison)
        @comparison = comparison
        @verdicts = comparison.verdicts
        @names = Names.new(@verdicts)
        @footnotes = Verdicts.footnotes(@verdicts)
      end

      # The parts of a document. `more` are columns that only this report has, `margin` is the change that counts as the
      # same. `unseen_on` are the formats that list undetected changes. `repeats` makes the Repeats of a page.
      #: (#call, record: Record, margin: Float, ?more: Array[Column], ?unseen_on: Array[Symbol]) -> Array
      def parts(repeats, record:, margin:, more: [], unseen_on: %i[markdown html])
        return [*notes, Part::Origin.new] if @verdicts.empty?

        [Part::Heading.new(id: "results", text: "Verdicts"), Part::Text.new(text: read_first, tone: "faint"),
         table([*more, *judgement(margin, record)], margin, repeats), *by_host, *notes,
         Part::Heading.new(id: "charts", text: "Changes and pairs"),
         Part::Chart.new(kind: :changes, of: [@verdicts, margin]), Part::Chart.new(kind: :pairs, of: [@verdicts, record, margin]),
         *undetected(unseen_on), Part::OnPage.new(make: -> { repeats.call.parts }),
         Part::Origin.new(unfold: "How it was measured")]
      end

      # Every member except the ids of the record, with the notation of the contenders.
      #: (?Array[Stats::Verdict]) -> Array[Hash]
      def data(verdicts = @verdicts)
        verdicts.map do |verdict|
          { notation: @comparison.notations[verdict.contender], baseline_notation: @comparison.notations[verdict.baseline],
            **finite(verdict.to_h.except(:comparison, :hosts, :spread, :left_out)),
            **{ left_out: verdict.left_out }.compact, **hosts(verdict), **dimensions(verdict) }
        end
      end

      # The same for the cells of the A/A check.
      #: () -> Array[Hash]
      def noise_data
        @comparison.noise.map do |cell|
          { notation: @comparison.notations[cell.contender], **finite(cell.to_h.except(:comparison)) }
        end
      end

      private

      def read_first = [READ_FIRST, *(DETECTABLE if detectable?)].join(" ")

      # The verdicts of the hosts; nothing if one machine measured.
      def hosts(verdict)
        return {} if verdict.hosts.empty?

        { spread: verdict.spread, hosts: verdict.hosts.map { |host| finite(host.to_h) } }
      end

      # A table of what each host found, if there are several.
      def by_host
        rows = @verdicts.flat_map { |verdict| verdict.hosts.map { |host| [verdict, host] } }
        return [] if rows.empty?

        [Part::Heading.new(id: "hosts", text: "By host"),
         Table.of_rows(id: "by-host", caption: "What each host found", rows: rows, columns: host_columns)]
      end

      def host_columns
        [Column.words("host", always: true) { |_, host| host.host },
         Column.words("cell") { |verdict, _| "#{verdict.contender}: #{@names.full(verdict)}" },
         Column.words("verdict", tone: ->(row) { row.last.verdict }) { |_, host| Figures.verdict(host.verdict) },
         Column.figures("change", number: ->(row) { row.last.effect }) { |_, host| Figures.change(host.effect, host.interval) },
         Column.figures("pairs", number: ->(row) { row.last.pairs }) { |_, host| host.pairs.to_s },
         Column.words("reason") { |_, host| host.reason.to_s }]
      end

      # The point of a verdict; nothing if the command swept nothing.
      def dimensions(verdict)
        found = Stats::Sweep::Dimensions.of(@comparison.sweeps, scenario: verdict.scenario, mode: verdict.mode, notation: nil)
        found.any? ? { dimensions: Sweeps.data(found) } : {}
      end

      def table(columns, margin, repeats)
        scenario = Column.words("scenario", short: "", always: true) { |verdict| @names.of(verdict) }
        metric = Column.words("metric", &:metric) if @names.metrics?
        Table.new(id: "verdicts", caption: "All verdicts", sections: Verdicts.sections(@verdicts), stacked: true,
                  heading: method(:heading), columns: [contender, scenario, metric, *columns].compact,
                  also: -> { [repeats.call.column] }, origin: ->(verdict) { origin(verdict, margin) },
                  words: lambda { |verdict|
                    [verdict.contender, verdict.label, verdict.scenario, verdict.metric, verdict.verdict].compact.join(" ")
                  })
      end

      # With the exact release of a contender that the user named without one.
      def heading(section)
        first = section.rows.first
        return section.heading if first.contender == first.baseline

        [first.contender, first.baseline].map { |id| Figures.release(id, @comparison.notations[id]) }.join(" against ")
      end

      def contender
        Column.words("contender", on: Part::PAGE, how: lambda { |verdict|
          "#{@comparison.notations[verdict.contender]} against #{@comparison.notations[verdict.baseline]}"
        }, &:contender)
      end

      def judgement(margin, record)
        [Column.words("verdict", tone: :verdict.to_proc, on: %i[terminal html]) do |verdict|
           "#{Figures.verdict(verdict.verdict)}#{under(verdict, margin)}"
         end,
         Column.words("verdict", tone: :verdict.to_proc, on: %i[markdown]) do |verdict|
           "#{verdict.verdict}#{under(verdict, margin)}"
         end,
         Column.figures("change", number: :effect.to_proc,
                                  how: "Change: how much more (+) or less (-) a call costs than with the baseline, with an " \
                                       "interval that holds together with all others of this page.") do |verdict|
           Figures.change(verdict.effect, verdict.interval)
         end,
         *(detectable? ? [detectable] : []), *basis(record)]
      end

      # A sure change of time may be smaller than matters.
      def under(verdict, margin)
        small = Figures::CHANGED.include?(verdict.verdict) && verdict.effect.abs < margin
        ", under #{Figures.rounded(margin)}" if small && !Vocabulary::Metrics[verdict.metric].exact?
      end

      def detectable
        Column.figures("detectable", 1, number: :resolution.to_proc,
                                        how: "The smallest slowdown that would have been detected 19 times in 20.") do |verdict|
          Figures.detectable(verdict.resolution, verdict.verdict)
        end
      end

      def detectable? = @verdicts.any? { |verdict| detectable.text(verdict) != "" }

      def basis(record)
        [Column.figures("per call", 3, number: ->(verdict) { verdict.costs&.last },
                                       how: "The cost of a call, with the baseline and with the contender.") do |verdict|
           Figures.costs(verdict.costs, unit: unit(verdict))
         end,
         *processes(record), *over_hosts, @footnotes.column(2)]
      end

      # How many processes are behind a verdict. What the proxy saw has none.
      def processes(record)
        apart, paired = @verdicts.map(&:metric).uniq.partition { |metric| Stats::Counts.apart?(metric, record) }
        [(number("pairs", paired, "Pairs of fresh processes, one of each contender, whose blocks alternate.") if paired.any?),
         (number("processes", apart, "Fresh processes of each contender, for counts.") if apart.any?)].compact
      end

      def number(name, metrics, how)
        Column.figures(name, 4, number: :pairs.to_proc, how: how) do |verdict|
          next unless metrics.include?(verdict.metric)

          verdict.pairs.to_s if verdict.pairs.positive? || !Vocabulary::Metrics[verdict.metric].exact?
        end
      end

      def over_hosts
        return [] if @verdicts.all? { |verdict| verdict.hosts.empty? }

        count = ->(verdict) { verdict.hosts.map { |host| host.host.sub(/#\d+\z/, "") }.uniq.size }
        [Column.figures("hosts", 3, number: count,
                                    how: "How many hosts measured, and the standard deviation of their changes.") do |verdict|
          [count.call(verdict).to_s, *("± #{Figures.size(verdict.spread)}" if verdict.spread)].join(" ")
        end]
      end

      # The heading says that a cost is of a call.
      def unit(verdict)
        metric = Vocabulary::Metrics[verdict.metric]
        metric.per == "call" ? verdict.unit : metric.measure
      end

      # How a time was judged. By method 1, any sure change counts.
      def origin(verdict, margin)
        cell = "#{verdict.label || verdict.scenario}: #{verdict.contender} against #{verdict.baseline}, #{verdict.metric}"
        return cell if Vocabulary::Metrics[verdict.metric].exact?

        rules = ["same: the interval lies within ± #{Figures.size(margin)}", "slower or faster: the interval excludes 0"]
        rules.reverse! if Stats::TimeMethod.first?(@comparison.run)
        "#{cell}; #{verdict.pairs} pairs of fresh processes; #{rules.join("; else ")}"
      end

      def notes
        noise = Limits.noise(@comparison.noise).map { |sentence| Part::Text.new(text: sentence) }
        [Part::Numbered.new(footnotes: @footnotes), *noise,
         Part::Notes.new(sentences: [*@comparison.notes, *@footnotes.common])]
      end

      def undetected(formats)
        sentences = Limits.undetected(@verdicts)
        [Part::Heading.new(id: "unseen", text: "What this run could not detect"),
         Part::List.new(items: sentences, unfold: "What this run could not detect", on: formats)]
      end

      # JSON has no infinity, so an unlimited value becomes nil, as unknown ones do.
      def finite(members)
        members.transform_values do |value|
          value.is_a?(Array) && value.any?(Float) ? (value if value.all? { |bound| known?(bound) }) : (value if known?(value))
        end
      end

      def known?(value) = !value.is_a?(Float) || value.finite?

      # Names of the cells of verdicts: the short label if it is unique, with mode and metric if there are several.
      class Names
        #: (Array[Stats::Verdict | Stats::Noise]) -> void
        def initialize(verdicts)
          @modes = verdicts.map(&:mode).uniq
          @metrics = verdicts.map(&:metric).uniq
          scenarios = verdicts.group_by { |verdict| short(verdict) }.transform_values { |same| same.map(&:scenario).uniq.size }
          @shared = scenarios.select { |_, count| count > 1 }
        end

        # The name of a cell in a table that has a column for the metric.
        #: (Stats::Verdict | Stats::Noise) -> String
        def of(verdict)
          short = short(verdict)
          name = @shared.key?(short) ? verdict.scenario : short
          @modes.size > 1 && !name.include?(verdict.mode) ? "#{name}:#{verdict.mode}" : name
        end

        # The name in a sentence: "get", or "get (cpu)" if there are several metrics.
        #: (Stats::Verdict | Stats::Noise) -> String
        def full(verdict) = metrics? ? "#{of(verdict)} (#{verdict.metric})" : of(verdict)

        # The name where nothing else names the contender: "dalli@3.2.8: get".
        #: (Stats::Verdict) -> String
        def whole(verdict) = "#{verdict.contender}: #{full(verdict)}"

        # Whether there are several metrics.
        def metrics? = @metrics.size > 1

        private

        def short(verdict)
          (verdict.label || verdict.scenario.split("/").last).delete_prefix("#{verdict.contender}:")
        end
      end

      # The limits of a comparison: how much identical code differed, and which changes could have passed.
      module Limits
        class << self
          # A sentence about the A/A check; none if its cells were not measured. One or two pairs can agree by luck, so they
          # are not used as the noise floor.
          #: (Array[Stats::Noise]) -> Array[String]
          def noise(noise)
            known = noise.select { |cell| cell.effect && cell.interval }
            return [] if known.empty?

            names = Names.new(noise)
            metrics = known.group_by(&:metric).transform_values { |cells| floor(cells, names) }
            floors = metrics.keys.group_by { |metric| metrics[metric] }.map do |(size, place), own|
              "#{size}#{" in #{Vocabulary.list(own)}" if names.metrics?} (#{place})"
            end
            ["A/A check: the same code differs by at most #{Vocabulary.list(floors)}#{moved(known, names)}."]
          end

          # A sentence for each cell and metric that may have become slower undetected.
          #: (Array[Stats::Verdict]) -> Array[String]
          def undetected(verdicts)
            names = Names.new(verdicts)
            several = verdicts.map(&:contender).uniq.size > 1
            verdicts.reject { |verdict| Figures::CHANGED.include?(verdict.verdict) }.filter_map do |verdict|
              text = limit(verdict, names.full(verdict))
              text && several ? "#{verdict.contender}: #{text}" : text
            end
          end

          private

          # [the largest difference, where it is]
          def floor(cells, names)
            worst = cells.max_by { |cell| cell.effect.abs }
            [Figures.size(worst.effect), [names.of(worst), *("the worst of #{cells.size} cells" if cells.size > 1)].join(", ")]
          end

          def moved(cells, names)
            moved = cells.select(&:moved)
            "; it certainly differs in #{moved.map { |cell| names.full(cell) }.uniq.join(", ")}" if moved.any?
          end

          def limit(verdict, name)
            return "unknown in #{name}: #{verdict.reason}" if verdict.verdict == "invalid"
            return unless verdict.resolution&.positive?

            verdict.insensitive? ? "next to nothing could be detected in #{name}" :
              "a slowdown under #{Figures.size(verdict.resolution)} in #{name} could go undetected"
          end
        end
      end
    end
  end
end
