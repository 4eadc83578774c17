# frozen_string_literal: true

require "json"

module Check
  module Included
    # The answers of other tools about the same code and about slower code, from bench/peers.rb.
    class Peers
      PATH = "docs/peers.json"
      # Headings by [second copy, condition].
      COLUMNS = { %w[same quiet] => "the same code", %w[same busy] => "the same, next to four busy loops",
                  %w[slow quiet] => "20 turns more", %w[slow busy] => "20 turns more, next to four busy loops" }.freeze
      private_constant :COLUMNS

      # The root of the project.
      #: (String) -> void
      def initialize(root)
        @rows = JSON.parse(File.read(File.join(root, PATH)))
      end

      def to_s
        cells = @rows.group_by { |row| row["tool"] }.map { |tool, own| [tool, *columns.keys.map { |place| cell(own, place) }] }
        "#{Included.grid(["Tool", *columns.values], cells, rule: ["---", *(["--:"] * columns.size)])}\n\n#{origin}"
      end

      private

      # Those that were measured.
      def columns = COLUMNS.select { |place, _| @rows.any? { |row| place(row) == place } }

      def place(row) = row.values_at("copy", "condition")

      # "+18.9 % (same-ish)"
      def cell(rows, place)
        row = rows.find { |row| place(row) == place } or return ""
        change = format("%+.1f %%", row["change"] * 100) if row["change"]
        [*change, *("(#{row["said"]})" if row["said"])].join(" ")
      end

      def origin
        first = @rows.first
        "(#{first["date"]}, #{Cachemark::Results.cores(first)}, #{first["seconds"]} s a tool.)"
      end
    end
  end
end
