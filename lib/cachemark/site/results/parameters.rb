# frozen_string_literal: true

module Cachemark
  module Site
    module Results
      # Costs over a parameter of a scenario, such as the size of a value ("client/get,size=1k"). Each scenario and parameter has
      # a table, with a row for each configuration and a column for each value.
      class Parameters
        # A scenario with its only parameter, and its costs.
        Family = Value.define(:scenario, :parameter, :costs) do
          # Array[String]: the smallest first.
          def values = costs.keys.map(&:last).uniq.sort_by { |value| [Vocabulary::Amount.parse(value) || 0, value] }

          # Array[[Configuration, String]]: each configuration with its mode.
          def rows = costs.keys.map(&:first).uniq
        end
        private_constant :Family

        #: (Array[Cachemark::Results::Cost]) -> void
        def initialize(costs)
          @costs = costs.select(&:ok?)
        end

        # nil without any.
        #: () -> Report::HTML::Section?
        def section
          grids = families.map { |family| grid(family) }
          HTML::Section.new(id: "parameters", heading: "Sizes and numbers of keys", body: grids.join("\n")) if grids.any?
        end

        private

        # With more than one value.
        def families
          found = @costs.group_by { |cost| cost.scenario[/\A[^,]+,[^,=]+(?==[^,]+\z)/] }.reject { |name, _| name.nil? }
          all = found.sort.map do |name, measured|
            own = Cachemark::Results::Cost.of_one_method(measured) { |cost| [cost.configuration.kind, cost.mode, cost.scenario] }
            costs = own.to_h { |cost| [[[cost.configuration, cost.mode], cost.scenario[/=(.*)/, 1]], cost] }
            Family.new(scenario: name[/\A[^,]+/], parameter: name[/,(.*)/, 1], costs: costs)
          end
          all.select { |family| family.values.size > 1 }
        end

        def grid(family)
          id = "over-#{Addresses::Slug.of("#{family.scenario} #{family.parameter}")}"
          caption = Results.titled("Time per call of #{family.scenario} by #{family.parameter}", family.costs.values.first)
          HTML::Grid.new(id: id, caption: caption, rows: family.rows,
                         columns: [*places, *family.values.map { |value| column(family, value) }]).to_s
        end

        def places
          [Tables.text("configuration") { |configuration, mode| [configuration.name, *(mode unless mode == "sync")].join(", ") },
           Tables.text("runtime and server") { |configuration, _| configuration.place }]
        end

        def column(family, value)
          cost = ->(row) { family.costs[[row, value]] }
          time = ->(row) { cost.call(row)&.then { |one| Charts.time(one.wall_ns, one.interval) }.to_s }
          how = ->(row) { cost.call(row)&.then { |one| Results.command(one) }.to_s }
          Tables.figure(value, time, how: how) { |row| cost.call(row)&.wall_ns }
        end
      end
    end
  end
end
