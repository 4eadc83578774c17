# frozen_string_literal: true

module Cachemark
  module Report
    module Find
      # One scenario's steps as a chart in plain text: a line per version that was measured or
      # skipped, a mark between two where the cost changed; versions nobody looked at are counted.
      class Chart
        GAP = "  "
        # What a chart needs at least beside the names and figures.
        CHART = 16

        #: (Array[Stats::Steps::Step], Stats::Steps, Page) -> void
        def initialize(series, steps, page)
          @series = series
          @steps = steps
          @page = page
          @found = steps.found.select { |change| place(change) == place(series.first) }
        end

        #: () -> String
        def to_s
          lines = with_gaps.flat_map { |entry| entry.is_a?(Integer) ? gap(entry) : [*change(entry), line(entry)] }
          [@page.paint.strong(heading), *lines].join("\n")
        end

        private

        def place(step) = [step.scenario, step.mode, step.metric]

        def heading
          first = @series.first
          "#{first.label || first.scenario}: #{first.metric} relative to #{first.name}"
        end

        # Measured and skipped in their order, and between them how many are neither.
        def with_gaps
          entries = (@series + @steps.skipped).sort_by(&:position)
          entries.each_with_index.flat_map do |entry, index|
            missing = index.zero? ? 0 : entry.position - entries[index - 1].position - 1
            [*(missing if missing.positive?), entry]
          end
        end

        def gap(count) = [@page.paint.faint("#{GAP}... #{count} not measured")]

        def change(entry)
          found = @found.find { |one| one.to == entry.name } or return []
          text = "> #{Answer.place(found)}: #{Effects.of(found.effect, found.interval)}"
          [@page.paint.verdict(found.effect.positive? ? "slower" : "faster", Wrap.cut(text, @page.width))]
        end

        def line(entry)
          name = Wrap.cut(name(entry), names).ljust(names)
          return @page.paint.faint("#{GAP}#{name}#{GAP}skipped") unless step?(entry)

          "#{GAP}#{name}#{GAP}#{figures(entry).ljust(figure_width)}#{GAP}#{scale.line(entry)}".rstrip
        end

        def step?(entry) = entry.respond_to?(:effect)
        def name(entry) = [entry.name, entry.subject].compact.join(" ")
        def figures(step) = Effects.of(step.effect, step.interval)

        def names
          @names ||= [(@series + @steps.skipped).map { |entry| name(entry).size }.max,
                      [@page.width - figure_width - CHART - (3 * GAP.size), 8].max].min
        end

        def figure_width = @figure_width ||= @series.map { |step| figures(step).size }.max
        def scale = @scale ||= Scale.new(@series, @page.width - names - figure_width - (3 * GAP.size))
      end
    end
  end
end
