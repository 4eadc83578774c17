# frozen_string_literal: true

module Cachemark
  module Plan
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
      #
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
