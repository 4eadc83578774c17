# frozen_string_literal: true

module Cachemark
  module CLI
    # `--locked RECORD`: the suite of an earlier run as it was resolved then, with
    # the lock of each of its environments.
    class Locked
      #: (String, Catalog) -> void
      def initialize(path, catalog)
        @record = Record::Reader.read(path)
        @catalog = catalog
      end

      # The recorded contenders, by their exact notations, over the recorded scenarios.
      #: () -> Catalog::Suite
      def suite
        base = @catalog.suites.fetch(@record.run.dig("suite", "id")) { nil }
        facts = { id: "contenders", title: "as recorded", summary: "as recorded", **(base ? base.to_h : {}) }
        Catalog::Suite.new(**facts, contenders: entries, scenarios: scenarios, **recorded)
      end

      # {contender id => lock text}.
      #: () -> Hash[String, String]
      def locks
        locked = @record.environments.select { |environment| environment["lock"] }
        locked.to_h { |environment| environment.values_at("contender", "lock") }
      end

      private

      def recorded
        { servers: @record.run.dig("options", "servers") || 1, iterations: @record.run.dig("suite", "iterations") || 10_000 }
      end

      def shown = @record.cells.select { |cell| cell["shown"] }

      def scenarios = shown.map { |cell| cell["scenario"] }.uniq

      def entries
        shown.group_by { |cell| cell["contender"] }.map do |id, cells|
          Catalog::Suite::Entry.new(id: id, notation: cells.first["notation"], section: cells.first["section"],
                                    scenarios: cells.map { |cell| cell["scenario"] }.uniq, published: true)
        end
      end
    end
  end
end
