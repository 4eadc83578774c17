# frozen_string_literal: true

module Cachemark
  module Stats
    # Remarks about a whole run, which every report of it shows.
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
           few(rows), *warm_up(record), *uncounted(record),
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
          [*suite(record.run), outcome(record.ending), interruption(record.ending),
           (shared(record.run["server"] || {}) unless counted?(record)),
           *uncounted(record), unexamined(record)].compact
        end

        # Whether the servers of several hosts counted nothing of others.
        def counted?(record) = record.tallies.any? && record.tallies.none? { |tally| tally["shared"] }

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
          event = record.events.find { |event| event["kind"] == "options_unseen" }
          Remark[:options_unseen, reason: event["message"], try: event["try"]] if event
        end

        # Why columns of counts have gaps.
        #: (Record) -> Array[Remark]
        def uncounted(record)
          asked = record.run.dig("options", "count") or return []
          record.events.select { |event| event["kind"] == "uncounted" }.filter_map do |event|
            metrics = event["metrics"] & asked
            cell = record.cells.find { |cell| cell["cell"] == event["cell"] }
            Remark[:uncounted_row, contender: cell["contender"], metrics: metrics, reason: event["message"]] if metrics.any?
          end.uniq
        end

        #: (Record, Array[OpenLoop::Row]) -> Array[Remark]
        def of_open_loop(record, rows)
          place, server = record.run["placement"] || {}, record.run["server"] || {}
          [*of_run(record), *load_of_hosts(record, rows), *unmeasured(record, rows), cores(place), placement(place), *Connections::Networks.remarks(record),
           steal(record.ending), foreign(server), busy(record.run["machine"] || {}),
           few(rows), *warm_up(record)].compact
        end

        # How exactly the hosts of a load began together, and which of them were lost.
        #: (Record, Array[OpenLoop::Row]) -> Array[Remark]
        def load_of_hosts(record, rows)
          return [] if record.hosts.empty?

          apart, error = %i[apart_ns clock_error_ns].map { |name| rows.filter_map { |row| row.tally&.public_send(name) }.max }
          lost = record.hosts.select { |_, own| own.ending.empty? }.keys
          [Remark[:load_of_hosts, hosts: record.hosts.keys, apart_ns: apart, clock_error_ns: error],
           *lost.map { |host| Remark[:load_lost, host: host] }]
        end

        #: (Record, Array[Outage::Row]) -> Array[Remark]
        def of_outage(record, rows)
          place = record.run["placement"] || {}
          [*of_run(record), *unmeasured(record, rows), placement(place), steal(record.ending),
           busy(record.run["machine"] || {})].compact
        end

        # The notes of a comparison. `alpha` is the risk of all its verdicts together, nil if there are none.
        #: (Record, Array[Verdict], evidence: Evidence, alpha: Float?, ?noise: Array[Noise]) -> Array[Remark]
        def of_comparison(record, verdicts, evidence:, alpha:, noise: [])
          beyond = beyond_both(record, evidence)
          return [*of_run(record), *beyond].freeze unless timed?(record)

          [*of(record, []), *beyond, (Remark[:unpinned_pairs] if record.run.dig("placement", "pinned") == false),
           left_out(verdicts), poor_resolution(verdicts), (aa_unknown(noise) if verdicts.any?(&:interval)),
           joint_confidence(verdicts, alpha)].compact.freeze
        end

        # The comparisons without a verdict, because neither contender has the calls of the scenario.
        #: (Record, Evidence) -> Array[Remark]
        def beyond_both(record, evidence)
          own = record.comparisons.reject { |line| line["noise"] }
          lacking = own.filter_map { |line| evidence.lacking(line)&.then { |reason| [line["scenario"], reason] } }
          lacking.uniq.map { |scenario, reason| Remark[:beyond_both, scenario: scenario, reason: reason] }
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

        # The slowdown that the machine was calibrated to detect. Only `doctor` says that it was not calibrated. nil for old
        # records, and for commands that judge nothing.
        #: (Hash[String, Object]) -> Remark?
        def calibration(run)
          return unless run.key?("calibration")
          return Remark.recorded(run["calibration"]) if run["calibration"]

          Remark[:uncalibrated] if run["command"] == "doctor"
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

        # The notes of the suite, and what the repository's file has set.
        def suite(run)
          configured = run.dig("options", "configured")
          [*run.dig("suite", "notes")&.map { |text| Remark.recorded(text) },
           (Remark[:configured, **configured.transform_keys(&:to_sym)] if configured)].compact
        end

        def interruption(ending) = ending["broken_off"] && Remark.recorded(ending["broken_off"])

        def outcome(ending)
          return Remark[:unfinished] if ending.empty?

          return if ["complete", Check::FAILED_FAST].include?(ending["outcome"])

          Remark[:ended, outcome: ending["outcome"], reason: ending["reason"]]
        end

        # The clock is read after each call if its latency was recorded.
        def clock(record)
          return Remark[:clock_for_latencies] if record.run.dig("options", "latencies")

          Remark[:clock_for_pairs] if record.cells.any? { |cell| cell.dig("definition", "pairs") }
        end

        def few(rows)
          Remark[:few_processes, fewest: Interval::FEWEST] if rows.any? { |row| row.shown && row.ok? && row.processes < Interval::FEWEST }
        end

        def cores(placement)
          return if placement["pinned"] == false

          placement["name"] == "two-core" ? Remark[:two_cores] : Remark[:shared_cores, placement: placement["name"]]
        end

        # With --allow non-empty, others may use the server at the same time.
        def shared(server) = server["shared"] ? Remark[:shared_server] : nil

        # On a server that is not ours, each connection may be served by another thread on another core.
        def foreign(server) = server["private"] == false ? Remark[:foreign_server] : nil

        # Without the speed of a language's reference, its rows with figures have no ratios.
        def unreferenced(rows)
          timed = rows.select { |row| row.shown && row.ok? }.map { |row| [row.language, row.scenario] }
          lost = rows.reject { |row| row.shown || row.ok? || !timed.include?([row.language, row.scenario]) }
          lost.group_by { |row| { language: row.language, status: row.status, reason: row.reason } }.map do |facts, own|
            Remark[:no_socket_ratio, scenarios: own.map(&:scenario).uniq, **facts]
          end
        end

        def imprecise(rows)
          count = rows.count { |row| row.shown && row.imprecise? }
          Remark[:imprecise, count: count, of: rows.count(&:shown)] if count.positive?
        end

        # An A/A check with too few pairs proves nothing.
        def aa_unknown(noise)
          few = noise.select { |check| check.interval.nil? }
          Remark[:aa_unknown, scenarios: few.map(&:label).uniq] if few.any?
        end

        # Pairs that do not count, over all comparisons.
        def left_out(verdicts)
          compared = verdicts.reject { |verdict| Vocabulary::Metrics[verdict.metric].exact? }.uniq(&:comparison)
          count = compared.sum { |verdict| verdict.left_out.to_i }
          Remark[:left_out, count: count, of: count + compared.sum(&:pairs)] if count.positive?
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
    end
  end
end
