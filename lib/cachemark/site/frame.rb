# frozen_string_literal: true

require "erubi"

module Cachemark
  module Site
    # What every page is put into: navigation, the feed's link, assets next to the pages. `root` leads from the page's folder to
    # the home page ("" or "../").
    class Frame
      ASSETS = "assets/"
      NAVIGATION = { "Home" => "index.html", "Runs" => "runs.html", "Data" => "data.html",
                     "Feed of slowdowns" => "feed.xml" }.freeze

      class << self
        # Text as HTML.
        #
        #: (Object) -> String
        def text(words) = Erubi.h(words)

        # A link; `href` is relative to the page.
        #
        #: (String, String) -> String
        def link(words, href) = %(<a href="#{text(href)}">#{text(words)}</a>)

        # A paragraph of text.
        #
        #: (String, ?css: String?) -> String
        def paragraph(words, css: nil) = "<p#{%( class="#{css}") if css}>#{text(words)}</p>"

        # A list of HTML pieces.
        #
        #: (Array[String]) -> String
        def list(items) = items.empty? ? "" : "<ul>\n#{items.map { |item| "<li>#{item}</li>" }.join("\n")}\n</ul>"
      end

      #: (?root: String) -> void
      def initialize(root: "")
        @root = root
      end

      # A whole page of an introduction (HTML) and sections.
      #
      #: (title: String, sections: Array[Report::HTML::Section?], ?lead: String) -> String
      def page(title:, sections:, lead: "")
        sections = sections.compact
        HTML::Layout.page(title: title, body: [lead, *sections.map { |section| section(section) }].join("\n"),
                                  specs: sections.flat_map(&:charts).to_h { |chart| [chart.id, chart.spec] },
                                  nav: NAVIGATION.to_a, root: @root, assets: ASSETS, head: feed)
      end

      private

      def section(section)
        id = Frame.text(section.id)
        %(<section aria-labelledby="#{id}">\n<h2 id="#{id}">#{Frame.text(section.heading)}</h2>\n#{section.body}\n</section>)
      end

      def feed = %(<link rel="alternate" type="application/atom+xml" title="Slowdowns" href="#{@root}feed.xml">)
    end
  end
end
