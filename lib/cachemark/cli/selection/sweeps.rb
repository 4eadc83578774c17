# frozen_string_literal: true

module Cachemark
  module CLI
    class Selection
      # `--sweep NAME=LIST`, and the sweeps of a suite: scenarios with each value of a parameter, modes with each number of
      # workers, contenders with each value of an option. Together they are a grid. A scenario or a contender that does not
      # have a name is measured without it.
      class Sweeps
        # `flag` is where a user wrote them.
        #: (Array[Plan::Sweep | Plan::Sweep::Bound], catalog: Catalog, flag: String) -> void
        def initialize(sweeps, catalog:, flag: "--sweep")
          @catalog = catalog
          @flag = flag
          bound, free = sweeps.partition { |sweep| sweep.is_a?(Plan::Sweep::Bound) }
          @sweeps = bound.reduce(free) { |all, name| joined(all, name) }
          twice = @sweeps.flat_map(&:names).tally.find { |_, count| count > 1 }
          refuse("#{twice.first} is named twice", "name each dimension once") if twice
        end

        # Array[Plan::Sweep]
        def to_a = @sweeps

        def any? = @sweeps.any?

        # The suite with the points of its scenarios, and with these entries in addition to its own.
        #: (Catalog::Suite, Array[Catalog::Suite::Entry]) -> Catalog::Suite
        def over(suite, entries)
          suite.with(contenders: (entries + suite.contenders).uniq(&:id)).over { |id| points_of(@catalog.scenario(id)).map(&:id) }
        end

        # A contender's word or entry with each value of the options that it has; `contender` is what it means.
        #: (String | Catalog::Suite::Entry, Contender) -> Array[String | Catalog::Suite::Entry]
        def entries(given, contender)
          choices(contender).map do |choice|
            id = [contender.id, *choice.map { |pair| pair.join("=") }].join(",")
            next given if choice.empty?

            given.is_a?(String) ? id : given.with(options: given.options.merge(choice), id: id, section: id)
          end
        end

        # The points of scenarios.
        #: (Array[Catalog::Scenario]) -> Array[Catalog::Scenario]
        def points(scenarios) = scenarios.flat_map { |scenario| points_of(scenario) }

        # The modes of all points; nil if no sweep is over a mode.
        #: () -> Array[String]?
        def modes
          all = @sweeps.flat_map { |sweep| sweep.modes.product(sweep.values) }
          all.map { |pattern, workers| Vocabulary::Mode.numbered(pattern, workers).to_s } if all.any?
        end

        # Refuses a name that no cell has.
        #: (Array[Plan::Cell]) -> void
        def check(cells)
          @sweeps.each do |sweep|
            alone = sweep.names.map { |name| sweep.with(names: [name]) }.find { |one| cells.none? { |cell| one.in?(cell) } }
            refuse_unknown(alone.name, cells) if alone
          end
        end

        private

        # The sweeps, of which one has a further name with the same values. $threads also means that of threads,shared.
        def joined(sweeps, bound)
          other = sweeps.find { |sweep| sweep.names.any? { |name| [name, name[/\A[^,]+/]].include?(bound.to) } }
          refuse_binding(bound, sweeps) unless other
          values = other.values.map { |value| Quantity.point(@flag, bound.name, value) }
          sweeps.map { |sweep| sweep.equal?(other) ? sweep.with(names: [*sweep.names, bound.name], values: values) : sweep }
        end

        def refuse_binding(bound, sweeps)
          others = sweeps.flat_map(&:names) - [bound.name]
          known = [*Catalog::Parameters::NAMES, *Vocabulary::Mode.names]
          try = known.include?(bound.to) ? "#{@flag} #{bound.to}=1,4" : Suggest.sentence(bound.to, known, kind: "parameters")
          try = "#{@flag} '#{bound.name}=$#{others.first}'" if others.any?
          refuse("#{bound.name} takes the values of #{bound.to}, but no sweep has that name", try)
        end

        def points_of(scenario)
          able = able(scenario)
          able.each { |sweep| refuse_given(scenario.id, sweep.parameters & scenario.parameters.keys) }
          combinations(able, :parameters).map { |given| given.empty? ? scenario : @catalog.varied(scenario, given) }
        end

        # The sweeps whose parameters a scenario has. A parameter may need another one.
        def able(scenario)
          able = @sweeps.select { |sweep| sweep.parameters.any? }
          while able.any?
            lacking, = @catalog.lacking(scenario, combinations(able, :parameters).first)
            return able unless lacking

            able = able.reject { |sweep| sweep.parameters.include?(lacking) }
          end
          able
        end

        # [{name => value}, ...]: the grid of these sweeps, by the names of one kind.
        def combinations(sweeps, kind)
          values = sweeps.map { |sweep| sweep.values.map { |value| sweep.public_send(kind).to_h { |name| [name, value] } } }
          values.empty? ? [{}] : values.first.product(*values.drop(1)).map { |all| all.reduce(:merge) }
        end

        # The grid of the options that a contender has.
        def choices(contender)
          own = @sweeps.map { |sweep| sweep.with(names: sweep.options.select { |name| contender.option?(name) }) }
          own.each { |sweep| refuse_given(contender.id, sweep.names & contender.given.keys) }
          combinations(own.reject { |sweep| sweep.names.empty? }, :names)
        end

        def refuse_given(id, names)
          return if names.empty?

          refuse("#{id} and the sweep both have #{names.first}", "remove one of them")
        end

        def refuse_unknown(name, cells)
          scenario = cells.first.scenario
          if Catalog::Parameters::ALL.key?(name)
            why = @catalog.lacking(scenario, { name => Catalog::Parameters::ALL.fetch(name).example })&.last
            refuse("none of the scenarios has #{name} (#{[scenario.id, why].compact.join(": ")})",
                   "name a scenario that has it: cachemark list parameters")
          end

          options = cells.map(&:contender).uniq.flat_map(&:option_names)
          known = [*Catalog::Parameters::NAMES, *Vocabulary::Mode.names, *options].uniq
          refuse("nothing here has a dimension #{name.inspect}", Suggest.sentence(name, known, kind: "parameters"))
        end

        def refuse(what, try) = raise(Usage.new("#{@flag}: #{what}", try: try))
      end
    end
  end
end
