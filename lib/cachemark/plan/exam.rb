# frozen_string_literal: true

module Cachemark
  module Plan
    # A contender and the cases that examine it.
    # - control: nil for a contender that is checked, "socket" for the reference, which must pass what a contender does not, or
    #   the name of a mutant that must be caught
    # - retest: examine again an outcome that decides where the change happened
    # - affected: whether an advisory says that it is wrong in these cases
    # - peers: contenders that share servers with it in cases about several clients
    Exam = Value.define(:contender, :cases, control: nil, retest: false, affected: false, peers: [].freeze)

    # Splits exams into parts, and says how often their cases are tried.
    class Exam
      # The control that must pass.
      REFERENCE = Vocabulary::References::SOCKET
      # Trials of the reference: enough to show whether a case judges it wrongly.
      REFERENCE_TRIES = 3
      # Roughly the time of a trial that does not wait, and the trials of a case that has one for each byte or line.
      TRIAL_MS = 100
      LONG_TRIES = 50
      # Drivers wait at the same time, so this many waits take about as long as one.
      WAITS = 4
      private_constant :REFERENCE_TRIES, :TRIAL_MS, :LONG_TRIES, :WAITS

      # The exams with which a check begins. A mutant shows that a client could fail in a case. The reference shows that the case
      # does not judge wrongly: where a contender does not pass, and at once where there is no mutant.
      #: (Array[Exam]) -> Array[Exam]
      def self.first(exams)
        caught = exams.select(&:mutant?).flat_map { |exam| exam.cases.map { |one| one.fault.id } }.to_set
        exams.filter_map { |exam| exam.reference? ? exam.only { |one| !caught.include?(one.fault.id) } : exam }
      end

      # Whether this is the exam of a control that must be caught.
      def mutant? = !control.nil? && !reference?

      def reference? = control == REFERENCE

      # How often cases are tried, as options of Lab::Check::Repeats. Fewer trials suffice where the outcome is known: a
      # mutant that is caught once is caught, and a bug that is seen once is shown.
      #: () -> Hash[Symbol, Object]
      def effort
        return { once_bad: true } if mutant? || affected

        control ? { most: REFERENCE_TRIES } : {}
      end

      # The part of one of its cases in the time of a check, roughly. The first trial usually catches a mutant.
      #: (Fault::Case) -> Integer
      def expected_ms(fault_case)
        return (mutant? ? 1 : LONG_TRIES) * TRIAL_MS if fault_case.long?

        tries = mutant? ? 1 : [fault_case.repeats, *effort[:most]].min
        tries * (TRIAL_MS + (fault_case.waits_ms / fault_case.repeats / WAITS))
      end

      # The same for all of its cases.
      #: () -> Integer
      def total_ms = cases.sum { |fault_case| expected_ms(fault_case) }

      # The exam in parts of at most `size` cases, or fewer if they would wait more than `waits_ms` together.
      #: (Integer, ?waits_ms: Numeric) -> Array[Exam]
      def split(size, waits_ms: Float::INFINITY)
        waited = 0
        some = cases.each_with_object([]) do |fault_case, parts|
          wait = fault_case.waits_ms
          full = parts.empty? || parts.last.size == size || waited + wait > waits_ms
          waited = full ? wait : waited + wait
          full ? parts << [fault_case] : parts.last << fault_case
        end
        some.map { |part| with(cases: part) }
      end

      # The same exam; the cases that wait longest come first.
      #: () -> Exam
      def longest_first = with(cases: cases.sort_by.with_index { |fault_case, at| [-fault_case.waits_ms, at] })

      # Roughly how long its cases wait, in total.
      #: () -> Integer
      def waits_ms = cases.sum(&:waits_ms)

      # The exam of its cases for which the block is true; nil without any.
      #: () { (Fault::Case) -> bool } -> Exam?
      def only(&)
        some = cases.select(&)
        with(cases: some) if some.any?
      end

      # The exam of its cases for which the block is true and the exam of its other cases; an exam without cases is omitted.
      #: () { (Fault::Case) -> bool } -> Array[Exam]
      def parted(&) = cases.partition(&).reject(&:empty?).map { |some| with(cases: some) }

      # Exams divided among drivers. Each driver runs some cases of one contender. The members are Array[Exam].
      # - `long` have one case each, with as many trials as there are bytes or lines. They keep a core busy. Lines come first,
      #   because there are more.
      # - `rest` wait most of the time. Of each contender, those that wait longest come first, so that none waits alone at the
      #   end.
      # - `limited` have a limit of memory, so that they run one after the other.
      # In each, the contenders and the controls take turns, because a check that is stopped early reports what was done.
      DriverParts = Value.define(:long, :rest, :limited)

      # A mutant's cases stay together, because the first case that catches it ends its exam.
      class DriverParts
        # Cases of a part: few enough to divide the work evenly, enough to have processes that stay for many trials.
        PART = 4..20
        # Milliseconds that the cases of one driver wait in total, at most.
        WAITS_MS = 8_000
        # How long a mutant is silent until it counts as hung, which is how some are caught where calls have a deadline.
        HANGS_MS = 12_000
        private_constant :PART, :WAITS_MS, :HANGS_MS

        # drivers: the number of drivers that run at once.
        #: (Array[Exam], drivers: Integer) -> DriverParts
        def self.of(exams, drivers:)
          size = (exams.sum { |exam| exam.cases.size } / (4.0 * drivers)).ceil.clamp(PART)
          limited, exams = exams.flat_map { |exam| exam.parted(&:limited?) }.partition { |exam| exam.cases.first.limited? }
          mutants, others = exams.partition(&:mutant?)
          long, rest = others.flat_map { |exam| exam.parted(&:long?) }.partition { |exam| exam.cases.first.long? }
          parts = rest.flat_map { |exam| exam.longest_first.split(size, waits_ms: WAITS_MS) }
          parts += mutants.flat_map { |exam| exam.split(size) }
          rest = parts.sort_by.with_index { |part, at| [-most_ms(part), at] }
          long = long.flat_map { |exam| exam.split(1) }.partition { |part| part.cases.first.swept? }.flatten
          new(long: in_turn(long), rest: in_turn(rest), limited: in_turn(limited))
        end

        # A part of each contender, then one of the controls, and so on.
        def self.in_turn(parts)
          controls, others = parts.partition(&:control)
          groups = [*others.group_by(&:contender).values, controls]
          Array.new(groups.map(&:size).max) { |turn| groups.filter_map { |own| own[turn] } }.flatten
        end

        def self.most_ms(part) = part.waits_ms + (part.mutant? && part.cases.any?(&:impatient) ? HANGS_MS : 0)
        private_class_method :in_turn, :most_ms
      end

      # Chooses which of a client's releases are examined next, until it is known at which release each case's outcome
      # changed. `name` is the range that the user asked for, `positions` its releases, and `cases` Array[Fault::Case]. It
      # depends only on its arguments.
      #
      # The ends and the newest release of each line (3.1, 3.2) come first. Between two releases that differ, the middle one
      # is next, and so on. Finally, the two releases at each change are examined again. A break is missed if a later release
      # of the same line fixed it, and no release between the two was tried. The first releases are also the peers in cases
      # about several clients.
      Axis = Value.define(:name, :positions, :cases) do
        # Array[Exam]: the first exams.
        def first = first_releases.map { |contender| exam(contender, cases) }

        # The next exams; empty once everything is known. `found` are lines of a record.
        #: (Array[Hash[String, Object]]) -> Array[Exam]
        def next(found)
          own = found.reject { |line| line["control"] }.group_by { |line| line["contender"] }
          wanted = cases.flat_map { |fault_case| next_tries(fault_case, outcomes(fault_case, own)) }.uniq
          wanted.group_by { |number, _, retest| [number, retest] }.map do |(number, retest), all|
            exam(positions[number].contender, all.map { |_, fault_case, _| fault_case }, retest: retest)
          end
        end

        private

        # Array[Contender]: the ends, and the newest release of each line.
        def first_releases
          lines = positions.group_by(&:line).values.map(&:last)
          [positions.first, *lines, positions.last].uniq.map(&:contender)
        end

        def exam(contender, cases, retest: false)
          peers = first_releases.reject { |first_release| first_release.id == contender.id }
          Exam.new(contender: contender, cases: cases, retest: retest, peers: peers)
        end

        # {number => outcomes, one for each time}. Releases that cannot be built are omitted.
        def outcomes(fault_case, lines)
          positions.each_with_object({}) do |position, outcomes|
            all = lines.fetch(position.contender.id, [])
            next if all.any? { |line| line["absent"] }

            outcomes[position.number] = all.select { |line| line["case"] == fault_case.id }.map { |line| line["outcome"] }
          end
        end

        # [[number, case, retest?], ...]
        def next_tries(fault_case, outcomes)
          tried = outcomes.reject { |_, all| all.empty? }
          tried.keys.each_cons(2).flat_map do |from, to|
            next [] if tried[from].first == tried[to].first

            between = outcomes.keys.select { |number| number > from && number < to }
            next [[between[between.size / 2], fault_case, false]] if between.any?

            [from, to].select { |number| tried[number].one? }.map { |number| [number, fault_case, true] }
          end
        end
      end
    end
  end
end
