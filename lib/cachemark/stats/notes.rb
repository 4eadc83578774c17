# frozen_string_literal: true

require "time"

module Cachemark
  module Stats
    # Remarks about a whole run, which every report of it shows, and the footnotes of its rows.
    module Notes
      # Reports mention steal time from this many percent on.
      STEAL_PERCENT = 1
      # If the resolution is above this, a comparison says why it detects so little.
      POOR_RESOLUTION = 0.03
      private_constant :STEAL_PERCENT, :POOR_RESOLUTION

      class << self
        # The notes of a table of speeds.
        #: (Record, Array[Row]) -> Array[Remark]
        def of(record, rows)
          run, ending, server = record.run, record.ending, record.run["server"] || {}
          [*suite(run), calibration(run), outcome(ending), *unmeasured(record, rows), interruption(ending),
           placement(run["placement"] || {}), *Connections::Networks.remarks(record), steal(ending),
           foreign(server), shared(server), *unreferenced(rows),
           busy(run["machine"] || {}), imprecise(rows),
           (Remark[:concurrent] if record.cells.any? { |cell| cell["mode"] != "sync" }),
           clock(record), (Remark[:sequential] if run.dig("options", "until")),
           few(rows) { |row| row.interval.nil? }, *warm_up(record), *uncounted(record),
           unexamined(record)].compact
        end

        # Releases that are newer than the measured ones, and that need another runtime.
        #: (Record) -> Array[Remark]
        def newer(record)
          found = record.environments.flat_map { |environment| environment["newer"] || [] }.uniq
          found.map { |release| Remark[:needs_another_runtime, **release.transform_keys(&:to_sym)] }
        end

        # How long it took until the code that runtimes compile had settled; none without such a runtime.
        #: (Record) -> Array[Remark]
        def warm_up(record)
          seconds, bytes = %w[seconds compiled_bytes].map { |name| record.warm_ups.filter_map { |line| line[name] } }
          return [] if seconds.empty?

          [Remark[:warm_up, median_s: Median.of(seconds), longest_s: seconds.max, bytes: bytes.max]]
        end

        # The notes that apply even if nothing was timed.
        #: (Record) -> Array[Remark]
        def of_run(record)
          [*suite(record.run), outcome(record.ending), interruption(record.ending), shared(record.run["server"] || {}),
           *uncounted(record), unexamined(record)].compact
        end

        # The notes of a check: also which contenders were examined on a server that is too old for them.
        #: (Record) -> Array[Remark]
        def of_check(record)
          server = record.run["server"] || {}
          old = record.environments.filter_map do |environment|
            found = below_floor(environment["floor"], Evidence.version_of(server, environment["server"]))
            found&.with(about: environment["contender"])
          end
          [*of_run(record), *old]
        end

        # Whether a server is older than the client's documentation allows.
        #: (Hash?, String?) -> Remark?
        def below_floor(floor, version)
          least, source = (floor or return).values_at("memcached", "source")
          return unless version && Gem::Version.correct?(version) && Gem::Version.new(version) < Gem::Version.new(least)

          Remark[:below_floor, version: version, least: least, source: source]
        end

        # Why no options of contenders were examined, or nil.
        #: (Record) -> Remark?
        def unexamined(record)
          event = record.events.find { |one| one["kind"] == "options_unseen" }
          Remark[:options_unseen, reason: event["message"], try: event["try"]] if event
        end

        # Why columns of counts have gaps.
        #: (Record) -> Array[Remark]
        def uncounted(record)
          asked = record.run.dig("options", "count") or return []
          record.events.select { |event| event["kind"] == "uncounted" }.filter_map do |event|
            metrics = event["metrics"] & asked
            cell = record.cells.find { |one| one["cell"] == event["cell"] }
            Remark[:uncounted_row, contender: cell["contender"], metrics: metrics, reason: event["message"]] if metrics.any?
          end.uniq
        end

        # The notes of an open loop.
        #: (Record, Array[OpenLoop::Row]) -> Array[Remark]
        def of_open_loop(record, rows)
          place, server = record.run["placement"] || {}, record.run["server"] || {}
          [*of_run(record), *unmeasured(record, rows), cores(place), placement(place), *Connections::Networks.remarks(record),
           steal(record.ending), foreign(server), busy(record.run["machine"] || {}),
           few(rows) { |row| row.processes < Interval::FEWEST }, *warm_up(record)].compact
        end

        # The notes of an outage.
        #: (Record, Array[Outage::Row]) -> Array[Remark]
        def of_outage(record, rows)
          place = record.run["placement"] || {}
          [*of_run(record), *unmeasured(record, rows), placement(place), steal(record.ending),
           busy(record.run["machine"] || {})].compact
        end

        # The notes of a comparison. `alpha` is the risk of all its verdicts together, nil if there are none.
        #: (Record, Array[Verdict], alpha: Float?, ?noise: Array[Noise]) -> Array[Remark]
        def of_comparison(record, verdicts, alpha:, noise: [])
          return of_run(record) unless timed?(record)

          [*of(record, []), (Remark[:unpinned_pairs] if record.run.dig("placement", "pinned") == false),
           poor_resolution(verdicts), (aa_unknown(noise) if verdicts.any?(&:interval)),
           joint_confidence(verdicts, alpha)].compact.freeze
        end

        # Whether a comparison has pairs. Instruments count in other processes, which a busy machine does not disturb.
        #: (Record) -> bool
        def timed?(record)
          metrics = record.run.dig("options", "metrics") || [Vocabulary::Metrics::DEFAULT]
          in_pairs = metrics - Vocabulary::Metrics::INSTRUMENT
          record.pairs.any? ? in_pairs.any? : in_pairs.any? { |metric| !Vocabulary::Metrics[metric].exact? }
        end

        # How many rows the run did not reach. Tables do not list them.
        #: (Record, Array[Row | WorkTable::Row]) -> Array[Remark]
        def unmeasured(record, rows)
          count = rows.count { |row| row.shown && !row.reached }
          count.zero? || record.ending["outcome"] == "complete" ? [] : [Remark[:unmeasured_rows, count: count]]
        end

        # A remark about an unusual placement, or nil.
        #: (Hash[String, Object]) -> Remark?
        def placement(placement)
          return Remark.recorded(placement["note"]) if placement["note"]

          Remark[:unpinned] if placement["pinned"] == false
        end

        # The slowdown that the machine was calibrated to detect, or that it was not calibrated. nil for old records, and for
        # commands that judge nothing.
        #: (Hash[String, Object]) -> Remark?
        def calibration(run)
          return unless run.key?("calibration")

          run["calibration"] ? Remark.recorded(run["calibration"]) : Remark[:uncalibrated]
        end

        # From a record's machine. The load was measured before the run, which then keeps about one core busy itself.
        #: (Hash[String, Object]) -> Remark?
        def busy(machine)
          load, cores = machine["load"]&.first, machine["cores"]
          Remark[:busy, load: load, cores: cores] if load && cores && load > cores / 2.0
        end

        # From a record's last line.
        #: (Hash[String, Object]) -> Remark?
        def steal(ending)
          percent = ending.dig("machine", "steal_percent")
          Remark[:steal, percent: percent] unless percent.nil? || percent < STEAL_PERCENT
        end

        private

        def suite(run) = (run.dig("suite", "notes") || []).map { |text| Remark.recorded(text) }
        def interruption(ending) = ending["broken_off"] && Remark.recorded(ending["broken_off"])

        def outcome(ending)
          return Remark[:unfinished] if ending.empty?

          Remark[:ended, outcome: ending["outcome"], reason: ending["reason"]] unless ending["outcome"] == "complete"
        end

        # The clock is read after each call if its latency was recorded.
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

        # With --allow-non-empty, others may use the server at the same time.
        def shared(server) = server["shared"] ? Remark[:shared_server] : nil

        # On a server that is not ours, each connection may be served by another thread on another core.
        def foreign(server) = server["private"] == false ? Remark[:foreign_server] : nil

        # Without the reference's speed, its scenario has no ratios.
        def unreferenced(rows)
          lost = rows.reject { |row| row.shown || row.ok? }
          lost.map { |row| Remark[:no_socket_ratio, scenario: row.scenario, status: row.status, reason: row.reason] }
        end

        def imprecise(rows)
          count = rows.count { |row| row.shown && row.imprecise? }
          Remark[:imprecise, count: count, of: rows.count(&:shown)] if count.positive?
        end

        # An A/A check with too few pairs proves nothing.
        def aa_unknown(noise)
          few = noise.select { |one| one.interval.nil? }
          Remark[:aa_unknown, scenarios: few.map(&:label).uniq] if few.any?
        end

        def poor_resolution(verdicts)
          worst = verdicts.filter_map(&:resolution).max
          Remark[:poor_resolution, share: worst] if worst && worst > POOR_RESOLUTION
        end

        def joint_confidence(verdicts, alpha)
          count = verdicts.count { |verdict| verdict.interval && !Vocabulary::Metrics[verdict.metric].exact? }
          Remark[:joint_confidence, count: count, confidence: 1 - alpha] if count.positive?
        end
      end

      # The remarks without which a row would be misread.
      class Footnotes
        # With fewer CPU seconds, the kernel's ticks blur the split into user and system time.
        ENOUGH_CPU_S = 1
        TICKS = Remark[:few_ticks, seconds: ENOUGH_CPU_S]
        DAY_S = 86_400
        private_constant :DAY_S

        # Findings: from the proxy's observations.
        attr_reader :findings

        #: (Evidence) -> void
        def initialize(evidence)
          @evidence = evidence
          @identical = Identical.new(evidence)
          @findings = Findings.new(evidence)
        end

        # The footnotes of a cell, given the CPU seconds behind its figures (nil if it has none).
        #: (Hash, Float?) -> Array[Remark]
        def of(cell, cpu_s)
          [corrupt(cell), *declared(cell), floor(cell), unobserved(cell), unsettled(cell), in_flight(cell), *found(cell),
           answered_locally(cell), ticks(cpu_s)].compact.uniq.freeze
        end

        # The footnotes of a cell in the table of work.
        #: (Hash) -> Array[Remark]
        def of_work(cell)
          [*recorded(cell["footnotes"]), *without_effect(cell), floor(cell), in_flight(cell), identical(cell),
           *@findings.of(cell), shims(cell)].compact.uniq.freeze
        end

        # The footnotes of a verdict: those of its two cells, and how the work of the two differs. Each is about one
        # contender, unless it is true of both.
        #: (Hash, Hash) -> Array[Remark]
        def of_verdict(baseline, contender)
          theirs, own = [baseline, contender].map { |cell| own_remarks(cell) }
          [*about("both", own & theirs), *about(contender, own - theirs),
           *about(baseline, theirs - own).reject { |remark| remark.id == :identical },
           *differences(contender, baseline), *differences(baseline, contender)].freeze
        end

        # Contenders with the same code and options as a cell's.
        #: (Hash) -> Array[String]
        def identical_contenders(cell) = @identical.others(cell)

        private

        def own_remarks(cell)
          [corrupt(cell), *declared(cell), floor(cell), unobserved(cell), unsettled(cell), in_flight(cell),
           answered_locally(cell)].compact.uniq
        end

        # Remarks about how a cell's work differs from that of the other, without those that apply in both directions.
        def differences(cell, other)
          own, theirs = [[cell, other], [other, cell]].map { |pair| @findings.compared_with(*pair).reject(&:minor) }
          about(cell, own.reject { |remark| theirs.map(&:without_detail).include?(remark.without_detail) })
        end

        def about(whom, remarks)
          whom = whom["contender"] if whom.is_a?(Hash)
          remarks.map { |remark| remark.with(about: whom) }
        end

        # A check found that the contender returns wrong values. The run's first line keeps the cases and the dates.
        def corrupt(cell)
          found = @evidence.run.dig("warnings", cell["contender"]) or return
          checked = found["cases"].values.max
          days = ((Time.iso8601(@evidence.run["started_at"]) - Time.iso8601(checked)) / DAY_S).floor
          Remark[:corrupt, cases: found["cases"].keys, checked: checked[0, 10], days: days, notation: found["notation"]]
        end

        def declared(cell)
          proven = @evidence.proofs(cell).flat_map { |proof| proof["footnotes"] || [] }
          [*recorded(cell["footnotes"]), *recorded(proven), *without_effect(cell), shims(cell), identical(cell)]
        end

        def recorded(texts) = (texts || []).map { |text| Remark.recorded(text) }

        def floor(cell) = Notes.below_floor(cell["floor"], @evidence.server_version(cell))

        def without_effect(cell)
          @evidence.options_without_effect(cell).map { |row| Remark[:no_effect_seen, option: row.option, given: row.value] }
        end

        def shims(cell)
          names = @evidence.environment(cell)["shims"]
          Remark[:shims, names: names] if names&.any?
        end

        def identical(cell)
          Remark[:identical, contenders: identical_contenders(cell)] if identical_contenders(cell).any?
        end

        # If only the observation of its work failed, a row keeps its speed, but it must not look like an observed row.
        def unobserved(cell)
          reason = @evidence.unobserved(cell)
          Remark[:unobserved, reason: reason.lines.first.chomp] if reason
        end

        # In some processes, the code was still being compiled, or became faster, when the time for that was over.
        def unsettled(cell)
          all, settled = @evidence.warm_up(cell)&.values_at(:processes, :settled)
          Remark[:unsettled, count: all - settled, of: all] if all != settled
        end

        def in_flight(cell)
          line = @evidence.in_flight(cell) or return
          return Remark[:in_flight_unknown, reason: line["reason"]] unless line["seen"]

          Remark[:in_flight, seen: line["seen"], of: line["of"], why: (cell["mode_note"] if line["seen"] < line["of"])]
        end

        # The proxy's findings, without the details of one row, so that rows can share them.
        def found(cell) = @findings.of(cell).reject(&:minor).map(&:without_detail)

        # Reads that a local cache answered: the difference between the server's count and the caller's.
        def answered_locally(cell)
          block = @evidence.blocks(cell).first
          reads = @evidence.proofs(cell).last&.values_at("hits", "misses")&.compact&.sum
          return unless block && block["server_hits"] && reads&.positive?

          counters = Observation::Definition.new(cell["definition"]).lookup_counters
          served = counters.sum { |name| block["server_#{name}"] || 0 }.fdiv(block["iterations"]).round
          Remark[:answered_locally, reads: reads, served: served] if served < reads
        end

        def ticks(cpu_s)
          TICKS unless cpu_s.nil? || cpu_s >= ENOUGH_CPU_S
        end

        # Contenders that run the same code with the same effective options. A comparison of them compares nothing, but it is
        # an A/A check at no cost.
        class Identical
          #: (Evidence) -> void
          def initialize(evidence)
            @evidence = evidence
            first_cells = evidence.cells.uniq { |cell| cell["contender"] }
            @same_code = first_cells.group_by { |cell| identity(cell) }
          end

          # Ids of the other contenders that are identical to the cell's.
          #: (Hash) -> Array[String]
          def others(cell)
            identity = identity(cell)
            identity ? @same_code[identity].map { |one| one["contender"] } - [cell["contender"]] : []
          end

          # Whether two cells ran the same code with the same options.
          #: (Hash, Hash) -> bool
          def same?(one, other)
            identity = identity(one)
            !identity.nil? && identity == identity(other)
          end

          private

          # nil if no process has reported its code.
          def identity(cell)
            process = @evidence.process(cell)
            return unless process["digest"]

            [*cell.values_at("client", "endpoint"), process["digest"], process["runtime"], options(cell),
             @evidence.environment(cell)["gems"]]
          end

          # The effective options if the record has them: a default that is written out is still the default.
          def options(cell)
            @evidence.environment(cell)["options"]&.sort || cell["notation"].to_s.split(",").drop(1).sort
          end
        end
      end
    end
  end
end
