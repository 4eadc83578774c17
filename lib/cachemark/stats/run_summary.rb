# frozen_string_literal: true

module Cachemark
  module Stats
    # What a person would say of a run: which client is the quickest where, as far as intervals tell it.
    #
    #   memcached is the quickest in 7 of 9 scenarios, dalli in 1; in 1 none surely is.
    #
    # One alone is told as a multiple of the reference. A client is surely the quickest where its interval of 95 %
    # lies below all others'.
    class RunSummary
      # So many winners have a name.
      NAMED = 3

      # Nil where nothing was measured; `rows` are those that a report prints.
      #
      #: (Array[Row]) -> String?
      def self.of(rows)
        new(rows).to_s if rows.any?
      end

      def initialize(rows)
        @rows = rows
        ok = rows.select(&:ok?)
        clients = ok.reject { |row| Vocabulary::References.include?(row.client) }
        @clients = clients.any? ? clients : ok
        @fields = @clients.group_by { |row| [row.scenario, row.mode] }.values
      end

      #: () -> String
      def to_s
        text = [@fields.any? { |rows| rows.size > 1 } ? contest : alone, without].compact.join("; ")
        text.empty? ? "Nothing was measured." : "#{text}."
      end

      private

      def contest
        fields = @fields.select { |rows| rows.size > 1 }
        wins = fields.filter_map { |rows| quickest(rows)&.contender }.tally.sort_by { |_, count| -count }
        open = fields.size - wins.sum(&:last)
        extent = "#{fields.size} #{places(fields.size)}"
        return "In #{"none of " if open > 1}#{extent} #{open > 1 ? "one" : "none"} is surely the quickest" if wins.empty?

        [won(wins, extent), ("in #{open} none surely is" if open.positive?)].compact.join("; ")
      end

      def won(wins, extent)
        (first, count), *others = wins.first(NAMED)
        more = wins.size - NAMED
        ["#{first} is the quickest in #{count} of #{extent}", *others.map { |name, number| "#{name} in #{number}" },
         *("#{more} more in the rest" if more.positive?)].join(", ")
      end

      def quickest(rows)
        first, *others = rows.sort_by(&:wall_ns)
        first if rows.all?(&:interval) && others.all? { |other| first.interval.last < other.interval.first }
      end

      # Of a client that has nobody to compare with.
      def alone
        told = @clients.group_by(&:contender).first(NAMED).map { |contender, rows| "#{contender} #{costs(rows)}" }
        told.join(", ") if told.any?
      end

      def costs(rows)
        ratios = rows.filter_map { |row| row.socket_ratio unless Vocabulary::References.include?(row.client) }
        extent = "#{rows.size} #{places(rows.size)}"
        return "takes #{range(rows.map { |row| row.wall_ns / 1000 }, "%.1f")} us a call in #{extent}" if ratios.size < rows.size

        "costs #{range(ratios, "%.2f")} times what socket does in #{extent}"
      end

      def range(numbers, form) = numbers.minmax.map { |number| format(form, number) }.uniq.join(" to ")

      # The mode is worth a word where there are several.
      def places(count)
        kind = @rows.map(&:mode).uniq.size > 1 ? ["scenario and mode", "scenarios and modes"] : %w[scenario scenarios]
        kind[count == 1 ? 0 : 1]
      end

      def without
        count = @rows.count { |row| !row.ok? }
        "#{count} of #{@rows.size} rows #{count == 1 ? "has" : "have"} no figures" if count.positive?
      end
    end
  end
end
