# frozen_string_literal: true

module Cachemark
  module Site
    # One series of two versions: `times` are their newest points in one line, `ratios` those with x socket; nil where there
    # are none.
    class Contrast < Value.define(:track, times: nil, ratios: nil)
      # nil for a series that does not have both.
      #
      #: (Track, String, String) -> Contrast?
      def self.of(track, from, to)
        points = track.releases.values_at(from, to)
        return unless points.all?

        new(track: track, times: track.pair(from, to), ratios: (points if points.all?(&:socket_ratio)))
      end

      # What the second costs more, as a share: of :times in :wall_ns, or of :ratios in :socket_ratio.
      #
      #: (Symbol, Symbol) -> Float?
      def effect(points, figure) = self[points] && ((self[points].last[figure] / self[points].first[figure]) - 1)

      # "more" or "less" where the intervals lie apart, else "open".
      #
      #: () -> String
      def outcome
        from, to = ratios ? ratios.map(&:socket_ratio_interval) : times&.map(&:interval)
        return "open" unless from && to
        return "more" if to.first > from.last

        to.last < from.first ? "less" : "open"
      end

      # Of x socket: the least effect that both intervals allow, the effect, and the most; nil without x socket.
      #
      #: () -> [Float, Float, Float]?
      def reach
        from, to = ratios&.map { |point| point.socket_ratio_interval || [point.socket_ratio] * 2 }
        [(to.first / from.last) - 1, effect(:ratios, :socket_ratio), (to.last / from.first) - 1] if ratios
      end
    end
  end
end
