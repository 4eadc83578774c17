# frozen_string_literal: true

module Cachemark
  module CLI
    class Selection
      # `--with locked=RECORD`: an earlier run as it was resolved then. It has the same rows, scenarios, servers and cores, and
      # the lock of each environment. The order of the cells is random again, because a repetition should not repeat its
      # luck.
      class Locked
        SUFFIX = ", as recorded in "
        private_constant :SUFFIX

        # `data`: the pairs of --with data=FILE.
        #: (String, Catalog, ?data: ReplacementPairs?) -> void
        def initialize(path, catalog, data: nil)
          @path = path
          @record = Record::Reader.read(path)
          @known = catalog
          @data = data
          Record::Reader.interpret(path) { [self.catalog, suite, machine, locks, sweeps] }
        end

        # The catalogue with the recorded scenarios.
        #: () -> Catalog
        def catalog = @catalog ||= @known.with_recorded(recorded_scenarios)

        # The recorded contenders, by their exact notations, over the recorded scenarios.
        #: () -> Catalog::Suite
        def suite
          base = @known.suites[facts["id"]]
          known = base ? base.to_h.slice(:labels, :as_published, :for_s, :reference) : {}
          layout = facts.fetch("layout") { base&.layout }
          Catalog::Suite.new(id: facts["id"] || "contenders", title: title, summary: "as recorded", layout: layout,
                             contenders: entries, scenarios: scenarios, row_labels: labels, servers: servers,
                             iterations: facts["iterations"] || 10_000, memcached: memcached, **known)
        end

        # Settings of the machine, by the names of their options.
        #: () -> Hash[Symbol, Object]
        def machine = { placement: @record.run.dig("placement", "name") }.compact

        # The release of its servers, if it named one.
        #: () -> String?
        def memcached = @record.run.dig("options", "memcached")

        # The sweeps that its cells are points of.
        #: () -> Array[Plan::Sweep]
        def sweeps = (@record.run.dig("options", "sweeps") || []).map { |facts| Plan::Sweep.recorded(facts) }

        # {contender id => lock text}.
        #: () -> Hash[String, String]
        def locks
          locked = @record.environments.select { |environment| environment["lock"] }
          locked.to_h { |environment| environment.values_at("contender", "lock") }
        end

        private

        def facts = @record.run["suite"] || {}

        def title = "#{facts["title"].to_s.partition(SUFFIX).first}#{SUFFIX}#{@path}".delete_prefix(", ")

        def servers = @record.run.dig("options", "servers") || 1

        def shown = @record.cells.select { |cell| cell["shown"] }

        def scenarios = shown.map { |cell| cell["scenario"] }.uniq

        def labels = shown.to_h { |cell| [cell.values_at("contender", "scenario"), cell["label"]] }

        # If a scenario has not changed, the catalogue's own is used, because only that has the published form.
        def recorded_scenarios
          defined = @record.cells.select { |cell| cell["definition"] }.uniq { |cell| cell["scenario"] }
          made = defined.map { |cell| Catalog::Scenario.recorded(*cell.values_at("scenario", "definition"), pairs: pairs(cell)) }
          made.reject { |scenario| @known.scenarios[scenario.id]&.to_record == scenario.to_record }
        end

        # nil for a scenario without pairs.
        def pairs(cell)
          facts = cell.dig("definition", "pairs") or return
          @data ? @data.recorded_as(facts, @path) : Catalog::Pairs.recorded(facts)
        end

        def entries
          shown.group_by { |cell| cell["contender"] }.map do |id, cells|
            notation, options = notation(*cells.first.values_at("notation", "given"))
            Catalog::Suite::Entry.new(id: id, notation: notation, section: cells.first["section"], note: cells.first["note"],
                                      options: options, scenarios: cells.map { |cell| cell["scenario"] }.uniq, published: true,
                                      modes: cells.map { |cell| cell["mode"] }.uniq)
          end
        end

        # [notation, options]: a suite file may have values that the notation cannot contain.
        def notation(text, given)
          odd = (given || {}).reject { |_, value| value.match?(%r{\A[\w.:/@+%~-]+\z}) }
          [odd.reduce(text) { |rest, (name, value)| rest.sub(",#{name}=#{value}", "") }, odd]
        end
      end
    end
  end
end
