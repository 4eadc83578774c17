# frozen_string_literal: true

require "csv"

module Cachemark
  module Report
    # Tables for programs: `wide` has a line for each row, `tidy` a line for each figure of a row.
    module CSV
      # One figure of a row, of a tidy table.
      Figure = Value.define(:name, :unit, :value, interval: nil)
      FIGURE = %w[figure unit value low high].freeze
      private_constant :FIGURE

      class << self
        # `names` are the columns, and each of `lines` is a Hash with these keys.
        #: (Array[String], Array[Hash[String, Object]]) -> String
        def wide(names, lines)
          ::CSV.generate do |csv|
            csv << names
            lines.each { |line| csv << line.values_at(*names) }
          end
        end

        # Long CSV, which data frames filter and plot directly. Every line identifies its run and, with the members in
        # `identity` and its dimensions, its row. A row without figures has one line. The block returns the Figures of a row.
        #: (Stats::RunFacts, Array[Symbol], Array) { (Object) -> Array[Figure] } -> String
        def tidy(origin, identity, rows)
          run = Provenance.new(origin).columns
          ::CSV.generate do |csv|
            csv << [*run.keys, *identity, *Sweeps.names(origin), *FIGURE]
            rows.each do |row|
              figures = yield(row).select(&:value).map { |one| [one.name, one.unit, one.value, *one.interval] }
              dimensions = Sweeps.names(origin).empty? ? [] : Sweeps.columns(row[:dimensions], origin).values
              named = [*run.values, *identity.map { |name| row[name] }, *dimensions]
              (figures.any? ? figures : [[]]).each { |one| csv << [*named, *one.values_at(0..4)] }
            end
          end
        end

        # The columns of a pair of values, such as the bounds of an interval.
        #: ([Object, Object]?, String, String) -> Hash[String, Object]
        def pair(values, first, second) = { first => values&.first, second => values&.last }
      end
    end
  end
end
