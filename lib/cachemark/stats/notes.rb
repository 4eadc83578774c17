# frozen_string_literal: true

module Cachemark
  module Stats
    # What holds for a whole run, and what every report of it has to say.
    module Notes
      # From this much steal time on, reports say so.
      STEAL_PERCENT = 1
      # Half the width of an interval beyond which a figure says too little.
      IMPRECISE = 0.5
      # From this resolution on, a comparison says why it detects so little.
      COARSE = 0.03
      private_constant :STEAL_PERCENT, :IMPRECISE, :COARSE

      class << self
        # Those of a table of speeds.
        #
        #: (Record, Array[Row]) -> Array[Remark]
        def of(record, rows)
          run, ending, server = record.run, record.ending, record.run["server"] || {}
          [*suite(run), calibration(run), outcome(ending), *unmeasured(record, rows), broken_off(ending),
           placement(run["placement"] || {}), steal(ending), foreign(server), shared(server), *unreferenced(rows),
           busy(run["machine"] || {}), imprecise(rows),
           (Remark[:concurrent] if record.cells.any? { |cell| cell["mode"] != "sync" }),
           clock(record), (Remark[:sequential] if run.dig("options", "until")),
           few(rows) { |row| row.interval.nil? }].compact
        end

        # Those that hold where nothing was timed.
        #
        #: (Record) -> Array[Remark]
        def of_run(record)
          [*suite(record.run), outcome(record.ending), broken_off(record.ending), shared(record.run["server"] || {})].compact
        end

        # Those of an open loop.
        #
        #: (Record, Array[OpenLoop::Row]) -> Array[Remark]
        def of_open_loop(record, rows)
          place, server = record.run["placement"] || {}, record.run["server"] || {}
          [*of_run(record), *unmeasured(record, rows), cores(place), placement(place), steal(record.ending), foreign(server),
           busy(record.run["machine"] || {}), few(rows) { |row| row.processes < Interval::FEWEST }].compact
        end

        # Those of a comparison; `alpha` is the risk of all its verdicts, nil where there are none.
        #
        #: (Record, Array[Verdict], alpha: Float?, ?noise: Array[Noise]) -> Array[Remark]
        def of_comparison(record, verdicts, alpha:, noise: [])
          [*of(record, []), (Remark[:unpinned_pairs] if record.run.dig("placement", "pinned") == false), coarse(verdicts),
           (aa_unknown(noise) if verdicts.any?(&:interval)), together(verdicts, alpha)].compact.freeze
        end

        # How many rows the run did not reach: tables do not list them.
        #
        #: (Record, Array[Row | WorkTable::Row]) -> Array[Remark]
        def unmeasured(record, rows)
          count = Status.unmeasured(rows, record.ending["outcome"]).size
          count.zero? ? [] : [Remark[:unmeasured_rows, count: count]]
        end

        # What is remarkable about a placement; nil where all is as it should be.
        #
        #: (Hash[String, Object]) -> Remark?
        def placement(placement)
          return Remark.recorded(placement["note"]) if placement["note"]

          Remark[:unpinned] if placement["pinned"] == false
        end

        # What the machine was calibrated to detect, or that it was not. Old records, and commands that judge nothing, say
        # nothing about it.
        #
        #: (Hash[String, Object]) -> Remark?
        def calibration(run)
          return unless run.key?("calibration")

          run["calibration"] ? Remark.recorded(run["calibration"]) : Remark[:uncalibrated]
        end

        # Of a record's machine. A measurement alone keeps about one core busy, and has not begun yet.
        #
        #: (Hash[String, Object]) -> Remark?
        def busy(machine)
          load, cores = machine["load"]&.first, machine["cores"]
          Remark[:busy, load: load, cores: cores] if load && cores && load > cores / 2.0
        end

        # Of a record's last line.
        #
        #: (Hash[String, Object]) -> Remark?
        def steal(ending)
          percent = ending.dig("machine", "steal_percent")
          Remark[:steal, percent: percent] unless percent.nil? || percent < STEAL_PERCENT
        end

        private

        def suite(run) = (run.dig("suite", "notes") || []).map { |text| Remark.recorded(text) }
        def broken_off(ending) = ending["broken_off"] && Remark.recorded(ending["broken_off"])

        def outcome(ending)
          return Remark[:unfinished] if ending.empty?

          Remark[:ended, outcome: ending["outcome"], reason: ending["reason"]] unless ending["outcome"] == "complete"
        end

        # The clock is read after each call where its latency was recorded.
        def clock(record)
          return Remark[:clock_for_latencies] if record.run.dig("options", "latencies")

          Remark[:clock_for_pairs] if record.cells.any? { |cell| cell.dig("definition", "pairs") }
        end

        def few(rows)
          Remark[:few_processes, fewest: Interval::FEWEST] if rows.any? { |row| row.shown && row.ok? && yield(row) }
        end

        def cores(placement)
          return if placement["pinned"] == false

          placement["name"] == "two-core" ? Remark[:two_cores] : Remark[:shared_cores, placement: placement["name"]]
        end

        # With --allow-non-empty others may use the server at the same time.
        def shared(server) = server["shared"] ? Remark[:shared_server] : nil

        # On a server that is not ours each connection may be on another thread on another core.
        def foreign(server) = server["private"] == false ? Remark[:foreign_server] : nil

        # Without the speed of the reference its scenario has no ratios.
        def unreferenced(rows)
          lost = rows.reject { |row| row.shown || row.ok? }
          lost.map { |row| Remark[:no_socket_ratio, scenario: row.scenario, status: row.status, reason: row.reason] }
        end

        def imprecise(rows)
          count = rows.count { |row| row.shown && row.precision && row.precision > IMPRECISE }
          Remark[:imprecise, count: count, of: rows.count(&:shown)] if count.positive?
        end

        # An A/A check with too few pairs clears nothing.
        def aa_unknown(noise)
          few = noise.select { |one| one.interval.nil? }
          Remark[:aa_unknown, scenarios: few.map(&:label).uniq] if few.any?
        end

        def coarse(verdicts)
          worst = verdicts.filter_map(&:resolution).max
          Remark[:coarse, share: worst] if worst && worst > COARSE
        end

        def together(verdicts, alpha)
          count = verdicts.count { |verdict| verdict.interval && !Vocabulary::Metrics[verdict.metric].exact? }
          Remark[:together, count: count, confidence: 1 - alpha] if count.positive?
        end
      end
    end
  end
end
