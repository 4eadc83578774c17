# frozen_string_literal: true

module Cachemark
  module Plan
    # A contender and the cases that it is put to; control: nil for what is examined, "socket" for the
    # reference, which must pass, or the name of the mutant that must be caught;
    # peers: contenders with whom it shares servers in cases about others;
    # retest: an outcome that decides where it changed is looked at again.
    Exam = Value.define(:contender, :cases, control: nil, retest: false, peers: [].freeze)

    # What is examined, and what is known.
    class Exam
      # The control that must pass everything.
      REFERENCE = Vocabulary::References::SOCKET
      # Trials that show whether it is judged wrongly.
      REFERENCE_TRIES = 3
      private_constant :REFERENCE_TRIES

      # Whether it is of a control that must be caught.
      #: () -> bool
      def mutant? = !control.nil? && control != REFERENCE

      # How often cases are tried, for Lab::Check::Repeats, less where the outcome is known: a mutant that is caught once
      # is caught.
      #: () -> Hash[Symbol, Object]
      def effort
        return {} unless control

        mutant? ? { once_bad: true } : { most: REFERENCE_TRIES }
      end

      # The same, some cases at a time, fewer where they wait long.
      #: (Integer, ?waits_ms: Numeric) -> Array[Exam]
      def parts(size, waits_ms: Float::INFINITY)
        some = cases.each_with_object([]) do |one, parts|
          full = parts.empty? || parts.last.size == size || [*parts.last, one].sum(&:waits_ms) > waits_ms
          full ? parts << [one] : parts.last << one
        end
        some.map { |part| with(cases: part) }
      end

      # The same, the cases that wait longest first.
      #: () -> Exam
      def longest_first = with(cases: cases.sort_by.with_index { |one, at| [-one.waits_ms, at] })

      # About what its cases wait, all together.
      #: () -> Integer
      def waits_ms = cases.sum(&:waits_ms)

      # Its long cases, and its others; without those that it has none of.
      #: () -> Array[Exam]
      def by_length = cases.partition(&:long?).reject(&:empty?).map { |some| with(cases: some) }

      # Exams dealt out to drivers, each of which takes on some cases of one contender. `long` have one case each, of as many
      # trials as there are bytes or lines, which keeps a core busy; `rest` wait most of the time, those that wait longest
      # first, so that at the end nobody waits alone. Both Array[Exam].
      Shares = Value.define(:long, :rest)

      # Of a mutant's cases the first that catches it ends them: they stay together.
      class Shares
        # Cases that one driver takes on: enough to be worth its start, few enough to share the work out evenly.
        PART = 4..20
        # And what they wait together.
        WAITS_MS = 8_000
        private_constant :PART, :WAITS_MS

        # lanes: drivers at work at once.
        #: (Array[Exam], lanes: Integer) -> Shares
        def self.of(exams, lanes:)
          size = (exams.sum { |exam| exam.cases.size } / (4.0 * lanes)).ceil.clamp(PART)
          mutants, others = exams.partition(&:mutant?)
          long, rest = others.flat_map(&:by_length).partition { |exam| exam.cases.first.long? }
          parts = rest.flat_map { |exam| exam.longest_first.parts(size, waits_ms: WAITS_MS) }
          parts += mutants.flat_map { |exam| exam.parts(size) }
          new(long: long.flat_map { |exam| exam.parts(1) }, rest: parts.sort_by.with_index { |part, at| [-part.waits_ms, at] })
        end
      end

      # A client's releases that are put to cases: which of them, until the release is known at which each case's outcome changed.
      # `name` is the range as it was asked for, `positions` its releases, `cases` Array[Fault::Case]. All that it knows is what
      # it is handed.
      #
      # The ends and the newest release of each line (3.1, 3.2) come first; between two that differ the middle, and so on;
      # the two at each change in the end once more. A break in one release that another of the same line fixed,
      # between two that were tried, is not seen. Those that come first are the others in cases about others.
      Axis = Value.define(:name, :positions, :cases) do
        # Array[Exam]: what is examined first.
        def first = landmarks.map { |contender| exam(contender, cases) }

        # What is examined next; none where all is known. `found` are lines of a record.
        #: (Array[Hash[String, Object]]) -> Array[Exam]
        def next(found)
          own = found.reject { |line| line["control"] }.group_by { |line| line["contender"] }
          wanted = cases.flat_map { |one| steps(one, places(one, own)) }.uniq
          wanted.group_by { |number, _, retest| [number, retest] }.map do |(number, retest), all|
            exam(positions[number].contender, all.map { |_, one, _| one }, retest: retest)
          end
        end

        private

        # Array[Contender]: the ends, and the newest release of each line.
        def landmarks
          lines = positions.group_by { |one| one.name[/\A\d+\.\d+/] || one.name }.values.map(&:last)
          [positions.first, *lines, positions.last].uniq.map(&:contender)
        end

        def exam(contender, cases, retest: false)
          Exam.new(contender: contender, cases: cases, retest: retest, peers: landmarks.reject { |one| one.id == contender.id })
        end

        # {number => outcomes of each time}; those that cannot be built have none.
        def places(one, lines)
          positions.each_with_object({}) do |position, places|
            all = lines.fetch(position.contender.id, [])
            next if all.any? { |line| line["absent"] }

            places[position.number] = all.select { |line| line["case"] == one.id }.map { |line| line["outcome"] }
          end
        end

        # [[number, case, retest?], ...]
        def steps(one, places)
          tried = places.reject { |_, outcomes| outcomes.empty? }
          tried.keys.each_cons(2).flat_map do |from, to|
            next [] if tried[from].first == tried[to].first

            between = places.keys.select { |number| number > from && number < to }
            next [[between[between.size / 2], one, false]] if between.any?

            [from, to].select { |number| tried[number].one? }.map { |number| [number, one, true] }
          end
        end
      end
    end
  end
end
