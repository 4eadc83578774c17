# frozen_string_literal: true

module Cachemark
  module Report
    # The names of contenders in tables: "dalli 4.3.10" for a newest release, the end of a path in place of the path.
    class Names
      MOST = 48
      PATH = %r{(?<=[=:])/[^,]*}
      private_constant :MOST, :PATH

      # The ends of paths are as long as it takes to tell them apart.
      #: (Array[Row]) -> void
      def initialize(rows)
        paths = rows.flat_map { |row| row.contender.scan(PATH) }.uniq
        @ends = paths.to_h { |path| [path, ending(path, paths - [path])] }
      end

      #: (Row) -> String
      def of(row)
        name = shortened(row.contender)
        name = "#{name[0, MOST / 2]}…#{name[-MOST / 2, MOST / 2]}" if name.size > MOST
        release = row.notation.to_s[/@([\d.]+)/, 1] || row.version
        return name if release.nil? || name.include?(release) || Vocabulary::References.include?(row.client)

        name == row.client.split("/").last ? "#{name} #{release}" : "#{name} (#{release})"
      end

      # A text with the end of each path in its place.
      #: (String) -> String
      def shortened(text) = @ends.empty? ? text : text.gsub(Regexp.union(@ends.keys), @ends)

      private

      def ending(path, others)
        parts = path.split("/").reject(&:empty?)
        (1..parts.size).map { |count| parts.last(count).join("/") }
                       .find { |own| others.none? { |other| other.end_with?("/#{own}") } } || path
      end
    end
  end
end
