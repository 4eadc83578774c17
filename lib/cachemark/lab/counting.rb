# frozen_string_literal: true

module Cachemark
  module Lab
    # Counts the cells of comparisons inside instruments, in rounds. In a round, each cell is counted once, in a process of
    # its own or, where the instrument allows it, in one with the other scenarios of its contender. The processes are fresh,
    # and in random order. The cells of the baseline are counted twice: the second process belongs to the A/A check. Nothing is
    # timed meanwhile, so all cores count.
    class Counting
      # A cell to count in each round. `metrics` are those that were asked for; `noise`: for the A/A check.
      Subject = Value.define(:cell, :instrument, :metrics, noise: false) do
        # The number of processes below which there is no verdict. `needed` has those of counts that differ.
        def fewest(needed)
          metrics.map { |metric| [Vocabulary::Metrics[metric].fewest, needed[[cell.id, metric]]&.processes.to_i].max }.max
        end

        # Subjects with the same value share a process.
        def process = [instrument, noise, instrument::SHARED ? cell.lane : cell.id]

        # Whether more processes show more.
        def sharpens?(needed)
          metrics.any? { |metric| Stats::Counts.sharpens?(metric) || needed[[cell.id, metric]]&.uneven }
        end
      end

      # Processes of a cell that may fail, as a client's short timeout does on a busy machine, before it is given up.
      MOST_FAILURES = 3
      # Processes of a row, enough for a median.
      ROW_PROCESSES = 3
      # Seconds between two reports of a round.
      EVERY_S = 5
      private_constant :MOST_FAILURES, :ROW_PROCESSES, :EVERY_S

      #: (Engine, Participants, metrics: Array[String], random: Random) -> void
      def initialize(engine, participants, metrics:, random:)
        @engine = engine
        @participants = participants
        @metrics = metrics
        @instruments = Instruments.for(metrics)
        @random = random
        @lost = {}
        @counted = Hash.new(0)
        @failed = Hash.new(0)
        @number = 0
        @lock = Mutex.new
      end

      # Whether there is anything to count.
      def any? = @instruments.any?

      # Counts for `for_s` seconds, and at least as many processes as the verdicts need. It does not stop at a difference. The
      # intervals are not sequential, so that each look at them would add to the risk of a false alarm.
      #: (Array[Plan::Match], Numeric, ?set: Integer) -> void
      def call(matches, for_s, set: 1)
        end_s = now + for_s
        took_s = 0
        (1..).each do |round|
          began_s = now
          time = began_s + took_s <= end_s
          needed = Stats::Comparison.needed(@engine.writer.record)
          subjects = subjects(matches).select { |subject| due?(subject, set, needed, time) }
          break if subjects.empty? || @engine.stop.requested?

          round(subjects, { round: round, set: set })
          took_s = now - began_s
        end
      end

      # Counts cells that are not compared, in ROW_PROCESSES processes each.
      #: (Array[Plan::Cell]) -> void
      def rows(cells)
        (1..ROW_PROCESSES).each do |round|
          subjects = @instruments.flat_map { |instrument| countable(cells, instrument).map { |cell| subject(cell, instrument) } }
          break if subjects.empty? || @engine.stop.requested?

          round(subjects, { round: round })
        end
      end

      # Counts both cells of a comparison in `count` pairs of processes.
      #: (Plan::Comparison, Integer) -> void
      def pairs(comparison, count)
        @instruments.product((1..count).to_a) do |instrument, round|
          break if @engine.stop.requested? || lost(comparison)

          subjects = comparison.cells.map { |cell| subject(cell, instrument) }
          round(subjects, { round: round, set: 1, comparison: comparison.id })
        end
      end

      # The first cell of a comparison that could not be counted, and why; nil if both could.
      #: (Plan::Comparison) -> [Plan::Cell, String]?
      def lost(comparison)
        comparison.cells.product(@instruments).each do |cell, instrument|
          reason = @lost[[cell.id, instrument]]
          return [cell, reason] if reason
        end
        nil
      end

      private

      def now = @engine.clock.call

      # Whether a cell is part of a round: it lacks processes for a verdict, or there is `time`, and more show more.
      def due?(subject, set, needed, time)
        @counted[[subject, set]] < subject.fewest(needed) || (time && subject.sharpens?(needed))
      end

      def subjects(matches)
        comparisons = matches.flat_map(&:comparisons).select { |comparison| @participants.live?(comparison) }
        noise, others = comparisons.partition(&:noise)
        @instruments.flat_map do |instrument|
          countable = others.select { |comparison| countable(comparison.cells, instrument) == comparison.cells }
          cells = countable.flat_map(&:cells).uniq
          again = noise.map(&:baseline).select { |cell| cells.include?(cell) }
          cells.map { |cell| subject(cell, instrument) } + again.map { |cell| subject(cell, instrument, noise: true) }
        end
      end

      # Without those that cannot be counted.
      def countable(cells, instrument) = cells.reject { |cell| @lost[[cell.id, instrument]] }

      def subject(cell, instrument, noise: false)
        Subject.new(cell: cell, instrument: instrument, metrics: instrument::METRICS & @metrics, noise: noise)
      end

      def round(subjects, place)
        groups = subjects.group_by(&:process).values.shuffle(random: @random)
        announce(subjects, groups.size, place) unless place[:comparison]
        groups.group_by { |group| group.first.instrument::AT_ONCE }.each { |count, own| at_once(count, own, place) }
      end

      # Counts groups with `count` workers for each core, nil for one in all. An error of one worker ends the others.
      def at_once(count, groups, place)
        waiting = Queue.new(groups.map { |group| ["i#{@number += 1}.#{group.first.cell.lane}", group] }).close
        workers = (count ? @engine.on_each_core(count) : [@engine]).map { |engine| worker(engine, waiting, place) }
        workers.each(&:value)
      ensure
        finish(workers.to_a)
      end

      # Counts groups on one core, until none is left. It is interrupted as the thread that measures is.
      def worker(engine, waiting, place)
        Thread.new do
          Thread.current.report_on_exception = false
          Thread.handle_interrupt(Stop::Asked => :on_blocking) do
            while (name, group = waiting.pop) && !@engine.stop.requested?
              count_all(engine, name, group, place)
            end
          end
        end
      end

      def finish(workers)
        workers.each { |worker| worker.raise(Stop::Asked) if worker.alive? }
        workers.each do |worker|
          worker.join
        rescue Exception # rubocop:disable Lint/RescueException -- it was raised to the caller, or is the interruption
          nil
        end
      end

      # If the process is lost, the rest of its cells wait for the next round.
      def count_all(engine, name, subjects, place)
        inspection = Inspection.new(engine, subjects.first.instrument, name)
        subjects.each do |subject|
          break if inspection.lost? || @engine.stop.requested?

          lines = inspection.lines(subject.cell)
          @lock.synchronize { keep(subject, inspection, lines, place) }
        end
      ensure
        inspection&.close
      end

      # Not each of many short rounds.
      def announce(subjects, processes, place)
        return if place[:round] > 1 && now - @announced_s < EVERY_S

        @announced_s = now
        metrics = subjects.flat_map(&:metrics).uniq
        @engine.live.notify(:step, text: "counting #{Vocabulary.list(metrics)}: round #{place[:round]}, " \
                                       "#{processes} fresh processes")
      end

      def keep(subject, inspection, lines, place)
        unreported(subject, lines) if lines.any?
        lines.each { |line| @engine.writer.add("count", { **line, **place, noise: subject.noise }) }
        lines.any? ? @counted[[subject, place[:set]]] += 1 : missed(subject, inspection)
        return unless place[:set] && !place[:comparison]

        @engine.live.notify(:verdicts, verdicts: -> { Stats::Comparison.of(@engine.writer.record).verdicts })
      end

      def missed(subject, inspection)
        @failed[subject] += 1
        return lose(subject, inspection.reason) if inspection.refused? || @failed[subject] >= MOST_FAILURES

        @engine.writer.add("event", kind: "count_failed", cell: subject.cell.id, message: inspection.reason, at_s: now)
        @engine.live.notify(:warning, message: "#{subject.cell.title}: not counted this time: #{inspection.reason}")
      end

      # Metrics that the driver lacks, once.
      def unreported(subject, lines)
        lacking = subject.metrics - lines.map { |line| line[:metric] }
        return if lacking.empty? || subject.noise || @counted[[subject, 1]].positive?

        reason = "the driver of this language does not report #{Vocabulary.list(lacking)}"
        lacking == subject.metrics ? lose(subject, reason) : uncounted(subject, lacking, reason)
      end

      def lose(subject, reason)
        return if @lost[[subject.cell.id, subject.instrument]]

        @lost[[subject.cell.id, subject.instrument]] = reason
        uncounted(subject, subject.instrument::METRICS, reason)
      end

      def uncounted(subject, metrics, reason)
        @engine.writer.add("event", kind: "uncounted", cell: subject.cell.id, metrics: metrics, message: reason, at_s: now)
        @engine.live.notify(:warning, message: "#{subject.cell.title}: not counted: #{reason}")
      end
    end
  end
end
