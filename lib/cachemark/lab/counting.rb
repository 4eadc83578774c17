# frozen_string_literal: true

module Cachemark
  module Lab
    # Counts the cells of comparisons inside instruments, in rounds. In a round, each cell is counted once in a fresh
    # process, in random order. The cells of the baseline are counted twice: the second process belongs to the A/A check.
    # While one process is counted, the next one starts.
    class Counting
      # A cell to count in each round. `noise`: for the A/A check.
      Subject = Value.define(:cell, :instrument, noise: false)

      #: (Engine, Participants, metrics: Array[String], random: Random) -> void
      def initialize(engine, participants, metrics:, random:)
        @engine = engine
        @participants = participants
        @instruments = Instruments.for(metrics)
        @random = random
        @lost = {}
        @number = 0
      end

      # Whether there is anything to count.
      def any? = @instruments.any?

      # Counts for `for_s` seconds, and at least as many rounds as a verdict needs.
      #: (Array[Plan::Match], Numeric, ?set: Integer) -> void
      def call(matches, for_s, set: 1)
        end_s = now + for_s
        took_s = 0
        (1..).each do |round|
          began_s = now
          subjects = subjects(matches) { |instrument| due?(instrument, round, began_s + took_s <= end_s) }
          break if subjects.empty? || @engine.stop.requested?

          round(subjects.shuffle(random: @random), { round: round, set: set })
          took_s = now - began_s
        end
      end

      # Counts both cells of a comparison in `count` pairs of processes.
      #: (Plan::Comparison, Integer) -> void
      def pairs(comparison, count)
        @instruments.product((1..count).to_a) do |instrument, round|
          break if @engine.stop.requested? || lost(comparison)

          subjects = comparison.cells.map { |cell| Subject.new(cell: cell, instrument: instrument) }
          round(subjects.shuffle(random: @random), { round: round, set: 1, comparison: comparison.id })
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

      # Whether an instrument is part of a round: the rounds that a verdict needs, and then while there is `time` and more
      # processes show more.
      def due?(instrument, round, time)
        fewest = instrument::METRICS.map { |metric| Stats::Counts::FEWEST.fetch(metric) }.max
        round <= fewest || (time && instrument::METRICS.any? { |metric| Stats::Counts.sharpens?(metric) })
      end

      # The block says which instruments are part of the round.
      def subjects(matches, &due)
        comparisons = matches.flat_map(&:comparisons).select { |comparison| @participants.live?(comparison) }
        noise, others = comparisons.partition(&:noise)
        @instruments.select(&due).flat_map do |instrument|
          countable = others.reject { |comparison| comparison.cells.any? { |cell| @lost[[cell.id, instrument]] } }
          cells = countable.flat_map(&:cells).uniq
          again = noise.map(&:baseline).select { |cell| cells.include?(cell) }
          cells.map { |cell| Subject.new(cell: cell, instrument: instrument) } +
            again.map { |cell| Subject.new(cell: cell, instrument: instrument, noise: true) }
        end
      end

      def round(subjects, place)
        announce(subjects, place) unless place[:comparison]
        upcoming = start(subjects.first)
        subjects.zip(subjects.drop(1)) do |subject, following|
          counted, upcoming = upcoming.value, nil
          upcoming = start(following) if following
          count(subject, counted, place)
          break if @engine.stop.requested?
        end
      ensure
        upcoming&.value&.close
      end

      def announce(subjects, place)
        metrics = subjects.map(&:instrument).uniq.flat_map { |instrument| instrument::METRICS }
        @engine.live.notify(:step, text: "counting #{Vocabulary.list(metrics)}: round #{place[:round]}, " \
                                       "#{subjects.size} fresh processes")
      end

      def start(subject)
        @number += 1
        counted = Instruments::CountedCell.new(@engine, subject.cell, subject.instrument, "i#{@number}.#{subject.cell.lane}")
        Thread.new { counted.start }.tap { |thread| thread.report_on_exception = false }
      end

      def count(subject, counted, place)
        counted.lines.each { |line| @engine.writer.add("count", { **line, **place, noise: subject.noise }) }
        lose(subject, counted.reason) if counted.reason
        show unless place[:comparison]
      ensure
        counted.close
      end

      def show
        record = @engine.writer.method(:record)
        @engine.live.notify(:verdicts, verdicts: -> { Stats::Comparison.of(record.call).verdicts })
      end

      def lose(subject, reason)
        return if @lost[[subject.cell.id, subject.instrument]]

        @lost[[subject.cell.id, subject.instrument]] = reason
        @engine.writer.add("event", kind: "uncounted", cell: subject.cell.id, metrics: subject.instrument::METRICS,
                                    message: reason, at_s: now)
        @engine.live.notify(:warning, message: "#{subject.cell.title}: not counted: #{reason}")
      end
    end
  end
end
