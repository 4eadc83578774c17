# frozen_string_literal: true

module Cachemark
  module Site
    # The lines of a client's series under short names, "A" for that which began first: what one figure may be compared with.
    # Where a scenario was defined anew its series has an "A2" beside "A".
    class Lines
      #: (Array[Track]) -> void
      def initialize(tracks)
        @letters = {}
        @names = {}.compare_by_identity
        tracks.flat_map(&:lines).sort_by { |line| line.points.first.at }.each { |line| @letters[key(line)] ||= letter }
        tracks.each { |track| name_all(track) }
      end

      # String: the name of a line.
      def name(line) = @names.fetch(line)

      # [name, what it is] of each.
      #
      #: () -> Array[[String, String]]
      def told = @names.to_a.to_h { |line, name| [name, words(line, name)] }.sort_by { |name, _| [name.size, name] }

      private

      def letter = ("A".."ZZZ").lazy.drop(@letters.size).first

      def name_all(track)
        track.lines.group_by { |line| key(line) }.each do |key, own|
          own.each_with_index { |line, at| @names[line] = "#{@letters.fetch(key)}#{at + 1 if at.positive?}" }
        end
      end

      def key(line) = line.to_h.slice(:machine, :server, :placement, :runtime, :conditions)

      def words(line, name)
        return "as #{name[/[A-Z]+/]}, with another definition of the scenario" if name.match?(/\d/)

        Report::History.place(line, runtime: line.runtime)
      end
    end
  end
end
