# frozen_string_literal: true

module Cachemark
  module Report
    class HTML
      # A report as a page: what it says in short, its sections, and where it all comes from.
      class Document < View
        template "document"

        # `origin` is whatever a Provenance takes, `lead` sentences, `sections` those that there are, nil for one without figures;
        # `record` is the path of the record.
        #
        #: (Stats::Table | Stats::Comparison | Stats::Steps, title: String, sections: Array[Section?], ?lead: Array[String],
        #:   ?record: String?) -> void
        def initialize(origin, title:, sections:, lead: [], record: nil)
          @origin = origin
          @title = title
          @lead = lead
          @record = record&.split("/")&.last
          @sections = [*sections.compact, Section.new(id: "origin", heading: "Where it comes from", body: provenance)]
        end

        # The whole page.
        #
        #: () -> String
        def page
          Layout.page(title: @title, body: to_s, specs: @sections.flat_map(&:charts).to_h { |chart| [chart.id, chart.spec] },
                      nav: @sections.map { |section| [section.heading, "##{section.id}"] })
        end

        private

        def provenance = Origin.new(@origin, record: @record).to_s

        def dateline
          server = @origin.server["version"]
          [@origin.run["started_at"].to_s[0, 10], @origin.machine["cpu"].to_s, server ? "memcached #{server}" : "",
           "Cachemark #{@origin.version}"].reject(&:empty?).join(" · ")
        end
      end
    end
  end
end
