# frozen_string_literal: true

module Cachemark
  module Report
    class HTML
      # A part of a page under a heading that the navigation names; `body` is HTML, `charts` are those whose figures it has.
      Section = Value.define(:id, :heading, :body, charts: [].freeze) do
        # One of nothing but charts; nil without any.
        #
        #: (String, String, Array[Chart?]) -> Section?
        def self.of_charts(id, heading, charts)
          charts = charts.compact
          new(id: id, heading: heading, body: charts.map(&:figure).join, charts: charts) if charts.any?
        end
      end
    end
  end
end
