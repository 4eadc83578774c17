# frozen_string_literal: true

require "digest"

module Cachemark
  module Stats
    class RecordSummary
      # The contenders and scenarios of a summary's rows: each is written once, and named by its place in the list.
      class Names
        # Of a scenario, what its calls are; what it is called may change.
        DEFINITION = %w[keys values prelude steps wrap ttl pairs].freeze
        # What says where a contender's code or runtime is, and not which options it has.
        PLACES = %w[repo ruby python].freeze
        private_constant :DEFINITION, :PLACES

        #: (Record, Array[Row]) -> void
        def initialize(record, rows)
          @cells = record.cells.to_h { |cell| [[cell["contender"], cell["scenario"], cell["mode"]], cell] }
          @environments = record.environments.to_h { |line| [line["contender"], line] }
          @rows = rows
        end

        # Array[Array[String]]: id, client, notation, version, options, runtime.
        #
        #: () -> Array[Array[String]]
        def contenders
          @contenders ||= @rows.group_by(&:contender).values.map { |own| contender(own.find(&:ok?) || own.first) }
        end

        # Array[Array[String]]: id, digest of its definition.
        #
        #: () -> Array[Array[String]]
        def scenarios = @scenarios ||= @rows.map { |row| scenario(row) }.uniq

        # The places of a row's contender and scenario.
        #
        #: (Row) -> [Integer, Integer]
        def of(row) = [(@known ||= contenders.map(&:first)).index(cut(row.contender)), scenarios.index(scenario(row))]

        private

        def cell(row) = @cells.fetch([row.contender, row.scenario, row.mode], {})

        def contender(row)
          [row.contender, row.client, row.notation, row.version, options(row), row.runtime].map { |text| cut(text) }
        end

        def scenario(row)
          @digests ||= {}
          @digests[[row.contender, row.scenario]] ||= [cut(row.scenario), digest(cell(row)["definition"] || {})]
        end

        def digest(definition) = Digest::SHA256.hexdigest(::JSON.generate(definition.slice(*DEFINITION)))[0, 8]

        # What tells it from the client as it ships, whatever its version: a default that is written out does not.
        def options(row)
          cell = cell(row)
          given = (cell["given"] || {}).except(*PLACES).reject { |name, _| shipped?(row, name, cell["departures"] || {}) }
          checkout = "checkout" if row.notation.to_s.match?(/\A[^,@]+@(?:path|git):/)
          [*checkout, *given.sort.map { |pair| pair.join("=") }].join(",")
        end

        def shipped?(row, name, departures)
          (@environments.dig(row.contender, "options") || {}).key?(name) && !departures.key?(name)
        end

        def cut(text) = text.to_s[0, LONGEST]
      end
    end
  end
end
