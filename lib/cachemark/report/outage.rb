# frozen_string_literal: true

module Cachemark
  module Report
    # A Stats::Outage as text: what each client did while a server was lost.
    module Outage
      extend Kind
      FORMATS = %w[terminal markdown html json].freeze
      READ_FIRST = "Each call is due at its own time. Lost: misses of keys that exist, errors, and calls that were never sent " \
                   "because the client was not free. Late: more than 100 ms after the call was due. Times count from the " \
                   "incident. Recovered: the first second begins in which no call is lost, late, stale or wrong. That includes " \
                   "writing missed keys again, so it depends on --rate. Last error: the last call that failed, or was not " \
                   "sent. Figures are the median of the runs, in brackets the lowest and the highest."
      # Columns of counts: heading => [outcome, priority].
      COUNTS = { "errors" => ["error", 3], "misses" => ["miss", 3], "unsent" => ["unsent", 4], "late" => ["late", 5],
                 "stale" => ["stale", 0], "wrong" => ["wrong", 0] }.freeze
      SCHEMA = "cachemark/outage/1"
      NOTHING = "Interrupted: no run was finished, so there are no results."
      UNRECOVERED = "not recovered when the run ended"
      BEHIND = "undecided, because it fell behind before the incident"
      PHASES = %w[before during after].freeze
      LAST_BINS = 1_000_000_000 / Stats::Outage::Figures::BIN_NS
      # Limits: name => [the text of its option, the text of a figure].
      LIMITS = {
        max_lost: [->(share) { format("--max-lost %g%%", share * 100) }, ->(share) { format("%.3g %%", share * 100) }],
        recover_within_ns: [->(ns) { format("--recover-within %gs", ns / 1e9) }, Figures.method(:time)]
      }.freeze
      private_constant :READ_FIRST, :COUNTS, :SCHEMA, :NOTHING, :UNRECOVERED, :BEHIND, :PHASES, :LAST_BINS, :LIMITS

      class << self
        #: (Stats::Outage, Record) -> Document
        def document(outage, _record)
          Document.new(title: title(outage.options), titled: true, origin: outage, tone: ("wrong" if failed?(outage)),
                       headline: headline_of(outage),
                       parts: outage.listed.empty? ? without_rows(outage) : parts(outage), data: -> { data(outage) })
        end

        private

        def failed?(outage) = outage.wrong? || outage.limit_verdicts.include?(Stats::Limit::EXCEEDED)

        def title(options) = "Server #{options["struck"]} of #{options["servers"]} #{incident(options).done}"

        def incident(options) = Vocabulary::Incidents[options["incident"]]

        def headline_of(outage)
          return [outage.outcome == "interrupted" ? NOTHING : "Nothing was measured."] if outage.listed.empty?

          rows = outage.listed.select(&:ok?)
          [*Document.interruption(outage), *rows.filter_map { |row| doubt(row, outage) }, *rows.map { |row| answer(row) },
           *rows.filter_map { |row| limits(row) }]
        end

        # The headline says all about an interruption.
        def without_rows(outage) = outage.outcome == "interrupted" ? [] : [Part::Notes.new(sentences: outage.notes)]

        # Losses before anything was broken are not those of the incident.
        def doubt(row, outage)
          behind = row.runs.count(&:fell_behind)
          return unless behind.positive?

          "#{row.contender}: #{Figures.rate(outage.options["rate"])} was too much before the incident, in #{behind} of " \
            "#{Figures.counted(row.runs.size, "run")}, so that not all losses are those of the incident. Try a lower --rate."
        end

        # "dalli: 60 of 5,000 calls lost, 12 unsent, recovered after 3.5 s."
        def answer(row)
          lost = row.spread(&:lost).median
          unsent, late = %w[unsent late].map { |name| row.spread { |run| run.outcomes[name] }.median }
          parts = ["#{Figures.count(lost)} of #{Figures.counted(row.runs.first.calls, "call")} lost",
                   *("#{Figures.count(unsent)} unsent" if unsent.positive?), *("#{Figures.count(late)} late" if late.positive?),
                   recovered(row)]
          "#{row.contender}: #{[*parts, *bad(row)].join(", ")}."
        end

        # "dalli: --max-lost 3% held (at most 1.2 %), --recover-within 5s was exceeded in 1 of 3 runs (at most 5.30 s)."
        def limits(row)
          "#{row.contender}: #{row.limits.map { |limit| judged(limit) }.join(", ")}." if row.limits.any?
        end

        def judged(limit)
          option, figure = LIMITS.fetch(limit.limit)
          exceeded = "was exceeded in #{limit.exceeded} of #{Figures.counted(limit.runs, "run")}" if limit.exceeded.positive?
          worst = limit.worst ? "at most #{figure.call(limit.worst)}" : UNRECOVERED
          behind = BEHIND if limit.exceeded == limit.runs && limit.verdict == Stats::Limit::UNDECIDED
          "#{option.call(limit.most)} #{exceeded || limit.verdict} (#{[worst, *behind].join("; ")})"
        end

        def bad(row)
          { "stale" => "stale value", "wrong" => "WRONG VALUE" }.filter_map do |name, noun|
            count = row.total(name)
            "#{Figures.counted(count, noun)} in #{Figures.counted(row.runs.size, "run")}" if count.positive?
          end
        end

        def recovered(row)
          spread = row.spread(&:recovery_ns)
          return "none late" if spread.median&.zero?

          relapsed = row.runs.count { |run| run.recovery_ns && bad_at_the_end?(run) }
          again = ", but bad again at the end of #{relapsed} of #{Figures.counted(row.runs.size, "run")}" if relapsed.positive?
          spread.median ? "recovered after #{Figures.time(spread.median)}#{again}" : UNRECOVERED
        end

        # Whether at least half of the calls of the last second were bad.
        def bad_at_the_end?(run)
          bins = run.bins.last(LAST_BINS).map(&:outcomes)
          all, good = bins.sum { |outcomes| outcomes.values.sum }, bins.sum { |outcomes| outcomes.fetch("ok", 0) }
          all.positive? && (all - good) * 2 >= all
        end

        def parts(outage)
          footnotes = Footnotes.new(outage.listed)
          [Part::Heading.new(id: "results", text: "Results"), timeline(outage),
           *%i[outcomes latencies].map { |kind| Part::Chart.new(kind: kind, of: outage) },
           Part::Text.new(text: READ_FIRST, tone: "faint"),
           table(outage, footnotes), *footnotes.parts(*outage.notes, *without_p99(outage)),
           Part::OnPage.new(make: -> { Runs.parts(outage) }),
           Part::Origin.new]
        end

        def timeline(outage)
          lanes = outage.shown.flat_map do |row|
            row.runs.map { |run| ["#{row.contender} #{run.number + 1}", run.bins.map(&:outcomes)] }
          end
          Part::Timeline.new(lanes: lanes, span_s: outage.options["for_s"], marks: marks(outage.options)) if lanes.any?
        end

        def marks(options)
          ended = [options["end_s"], incident(options).back] if options["end_s"]
          [[options["at_s"], incident(options).name], *([ended] if ended)]
        end

        def table(outage, footnotes)
          Table.of_rows(id: "rows", caption: "What each client did", rows: outage.listed, stacked: true, missed: 9,
                        origin: method(:origin),
                        columns: [contender(outage), *times, *counts, *moves(outage.options), *latencies, footnotes.column(1)])
        end

        def contender(outage)
          names = Names.new(outage.listed)
          Column.words("contender", always: true) { |row| names.of(row) }
        end

        def origin(row)
          "#{row.contender}: #{row.notation}; #{Figures.counted(row.runs.size, "run")} in fresh processes; #{row.runtime}"
        end

        def times
          [time("recovery", 0, :recovery_ns) { |row| "> #{Figures.time(seen_ns(row))}" },
           sum("last error", 1, :time, &:last_error_ns), time("first loss", 2, :first_loss_ns)]
        end

        # Ns from the incident to the end of the run.
        def seen_ns(row) = row.runs.first.bins.last.at_ns + Stats::Outage::Figures::BIN_NS - row.runs.first.begun_ns

        # The block makes the text of a time that did not come; without one it is empty.
        def time(heading, keep, name)
          number = ->(row) { row.spread(&name).median if row.ok? }
          Column.figures(heading, keep, always: keep.zero?, number: number, tone: ->(row) { "status" unless row.ok? }) do |row|
            next (keep.zero? ? row.status : "") unless row.ok?

            spread = row.spread(&name)
            never = block_given? && spread.missing.positive? ? yield(row) : nil
            spread.median ? Outage.range(Figures.time(spread.median), spread, never) { |ns| Figures.time(ns) } : never.to_s
          end
        end

        def counts
          [sum("lost", 0, &:lost), *COUNTS.map { |heading, (name, keep)| sum(heading, keep) { |run| run.outcomes[name] } }]
        end

        # A figure that is 0 in every run is empty. `form` is a method of Figures.
        def sum(heading, keep, form = :count, &of)
          tone = ->(row) { "wrong" if heading == "wrong" && row.total("wrong").positive? }
          Column.figures(heading, keep, number: ->(row) { row.spread(&of).median if row.ok? }, tone: tone) do |row|
            spread = row.spread(&of)
            next "" unless spread.high&.positive?

            Outage.range(Figures.public_send(form, spread.median), spread) { |number| Figures.public_send(form, number) }
          end
        end

        def moves(options)
          [Column.figures("keys moved", 4) { |row| moved(row) },
           (Column.figures("moved back", 4) { |row| moved_back(row) } if incident(options).ends?)].compact
        end

        def moved(row)
          known = row.runs.filter_map(&:moves)
          return "" if known.empty?

          own, struck, others = %i[moved struck others_moved].map { |name| Stats::Outage::Spread.of(known.map(&name)).median }
          "#{own} of #{struck}#{", #{Figures.counted(others, "other")}" if others.positive?}"
        end

        def moved_back(row)
          moves = row.typical_return
          moves ? "#{Figures.count(moves.back)} of #{Figures.count(moves.all)}" : ""
        end

        def latencies
          PHASES.map { |phase| Column.figures("p99 #{phase}", 6) { |row| Figures.time(p99_ns(row, phase)) } }
        end

        def p99_ns(row, phase) = row.spread { |run| run.percentiles.dig(phase, :p99_ns) }.median

        # Why the column of a phase has gaps.
        def without_p99(outage)
          PHASES.filter_map do |phase|
            rows = outage.listed.select { |row| row.ok? && p99_ns(row, phase).nil? }
            counts = rows.flat_map(&:runs).filter_map { |run| run.percentiles[phase]&.fetch(:count) }
            next if counts.empty?

            fewest = Figures.count(Stats::Latencies::Histogram::FEWEST_P99)
            "no p99 #{phase} of #{Vocabulary.list(rows.map(&:contender))}: it needs #{fewest} completed calls in a run, which " \
              "had #{Figures.count(counts.max)} at most (--rate, --for and --at change that)"
          end
        end

        def data(outage)
          rows = outage.shown.map do |row|
            plain(row).except(:calls, :server, :network, *Stats::Row::INTERNAL, *(:limits if row.limits.empty?))
          end
          { **Provenance.new(outage).head(SCHEMA), wrong: outage.wrong?, rows: rows }
        end

        def plain(value)
          case value
          when Struct then value.to_h.transform_values { |member| plain(member) }
          when Array then value.map { |member| plain(member) }
          else value
          end
        end
      end

      # The table of every run, which a page has.
      module Runs
        class << self
          #: (Stats::Outage) -> Array
          def parts(outage)
            runs = outage.listed.flat_map { |row| row.runs.map { |run| [row.contender, run] } }
            [Part::Heading.new(id: "runs", text: "Every run"),
             Table.of_rows(id: "every-run", caption: "Outcomes of each run", rows: runs, stacked: true, columns: columns)]
          end

          private

          def columns
            [Column.words("contender", always: true, &:first),
             figure("run") { |run| Figures.count(run.number + 1) },
             figure("recovery") { |run| run.recovery_ns ? Figures.time(run.recovery_ns) : "none" },
             figure("last error") { |run| Figures.time(run.last_error_ns) },
             figure("first loss") { |run| Figures.time(run.first_loss_ns) }, figure("lost") { |run| Figures.count(run.lost) },
             *Stats::Outage::Calls::OUTCOMES.map { |name| figure(name) { |run| Figures.count(run.outcomes[name]) } },
             Column.words("bad from, to") { |_, run| run.episodes.map { |episode| span(episode) }.join(", ") }]
          end

          def figure(heading, &of) = Column.figures(heading) { |_, run| of.call(run) }

          def span(episode)
            "#{Figures.time(episode.begin_ns)} to #{episode.end_ns ? Figures.time(episode.end_ns) : "the end"}"
          end
        end
      end
      private_constant :Runs

      # "3.16 s [3.10, 3.42]": a figure, and the lowest and highest of all runs if they differ. `never` is the text of a highest
      # that did not come.
      #: (String, Stats::Outage::Spread, ?String?) { (Numeric) -> String } -> String
      def self.range(text, spread, never = nil)
        bounds = [yield(spread.low), never || yield(spread.high)]
        bounds.uniq == [text] ? text : "#{text} [#{bounds.join(", ")}]"
      end
    end
  end
end
