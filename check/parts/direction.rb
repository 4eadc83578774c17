# frozen_string_literal: true

require "rooms"

module Check
  # Knowledge runs one way through the rooms: cli -> lab -> the rooms.
  class Direction < Part
    LAB_MAY = %w[access catalog contender plan env host driver proxy fault record stats live].freeze
    # Tables of words, which know no room.
    EVERY_ROOM_MAY = %w[vocabulary].freeze

    # The rooms that each room may refer to, besides itself and the files of no room.
    MAY = {
      "cli" => LAB_MAY + %w[audit lab report history results site], "lab" => LAB_MAY,
      "catalog" => [], "audit" => %w[catalog contender],
      "contender" => %w[catalog], "plan" => %w[catalog contender stats], "env" => %w[catalog contender host],
      "vocabulary" => [], "access" => [], "host" => %w[access], "driver" => %w[env host record], "proxy" => %w[access],
      "fault" => %w[proxy], "record" => [],
      "stats" => %w[record], "report" => %w[stats record], "live" => %w[stats record report], "history" => %w[stats record],
      "results" => %w[stats record report], "site" => %w[stats record report history results]
    }.freeze

    def problems
      strangers + rooms.uses.filter_map { |use| complaint(use) } + drivers
    end

    private

    def strangers
      (rooms.names - MAY.keys).map { |name| "lib/cachemark/#{name}: a room that check/parts/direction.rb does not know" }
    end

    def complaint(use)
      return if use.from.nil? ? rooms.room_of(use.path) == use.to : (MAY.fetch(use.from, []) + EVERY_ROOM_MAY).include?(use.to)

      "#{use.path}:#{use.line}: #{use.from || "no room"} may not know #{use.to} (#{use.name})"
    end

    # Drivers know protocol/ only.
    def drivers
      @tree.under("drivers").flat_map do |path|
        @tree.read(path).lines.each_with_index.filter_map do |line, index|
          "#{path}:#{index + 1}: a driver may not know lib/" if line.match?(/require.*\bcachemark\b|lib\/cachemark/)
        end
      end
    end
  end
end
