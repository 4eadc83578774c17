# frozen_string_literal: true

module Cachemark
  module Site
    # The phrases of pages and the feed that the reports of a history do not have.
    module Words
      class << self
        # A change as a sentence.
        #
        #: (History::Change) -> String
        def change(change) = Report::Sentences::History.change(change)

        # How sure it is, and between which runs it lies.
        #
        #: (History::Change) -> String
        def evidence(change)
          "p #{format("%.2g", change.p)}, between the runs of #{Report::History.time(change.from.at)} and " \
            "#{Report::History.time(change.to.at)} (UTC)"
        end

        # A version, or the notation where there is none.
        #
        #: (History::Point) -> String
        def version(point) = point.version.to_s.empty? ? point.notation.to_s : point.version

        #: (History::Point) -> String
        def time(point) = Report::Figures.time_of(point)

        #: (History::Point) -> String
        def ratio(point) = Report::Figures.ratio(point.socket_ratio, point.socket_ratio_interval)

        # A count with its noun.
        #
        #: (Integer, String, ?String) -> String
        def count(number, noun, plural = "#{noun}s") = "#{Report::Figures.count(number)} #{number == 1 ? noun : plural}"
      end
    end
  end
end
