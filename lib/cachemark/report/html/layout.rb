# frozen_string_literal: true

require "digest"
require "json"

module Cachemark
  module Report
    class HTML
      # A whole page around a body: its head, what every page has, charts. It loads nothing from outside, and
      # may not: its security policy says so. Without JavaScript all but the charts is there.
      #
      #   Layout.page(title: "dalli", body: "<h2>..</h2>", specs: { "trend" => spec })   # body has Chart.place("trend", ..)
      class Layout < View
        ASSETS = "report/html/assets"
        STYLE = "report.css"
        # In the order in which they run; the charts' only where there are charts.
        CHARTS = %w[vega.min.js vega-lite.min.js vega-interpreter.js charts.js].freeze
        PAGE = "page.js"
        LICENCES = { "vega.min.js" => "vega.LICENSE", "vega-lite.min.js" => "vega-lite.LICENSE" }.freeze
        # A theme as its button says it: its id => its word.
        THEMES = { "auto" => "as the system", "light" => "light", "dark" => "dark" }.freeze
        private_constant :ASSETS, :STYLE, :CHARTS, :PAGE, :LICENCES

        class << self
          # The document as a String. `title` is text, and the page's h1; `body` is HTML, whose headings begin with h2;
          # `specs` are Vega-Lite specifications by the ids of their figures; `nav` are [text, href] pairs; `root` comes
          # before every relative href of the layout's own ("../"), `assets` is :inline or the folder they are linked from
          # ("assets/"), `head` HTML for the head, such as a feed's link.
          #
          #: (title: String, body: String, ?specs: Hash, ?nav: Array, ?root: String, ?assets: Symbol | String, ?head: String) -> String
          def page(title:, body:, **more) = new(title: title, body: body, **more).to_s

          # What a site that links its assets has to have in that folder: name => bytes.
          #
          #: () -> Hash[String, String]
          def assets = [STYLE, PAGE, *CHARTS].to_h { |name| [name, asset(name)] }

          # An asset's bytes, with its licence where it is not our own.
          #
          #: (String) -> String
          def asset(name)
            @assets ||= {}
            @assets[name] ||= [("/*\n#{Paths.shipped("#{ASSETS}/#{LICENCES[name]}")}*/\n" if LICENCES[name]),
                               Paths.shipped("#{ASSETS}/#{name}")].compact.join.sub(%r{^//# sourceMappingURL=.*\n?\z}, "")
          end
        end

        template "layout"

        #: (title: String, body: String, **Object) -> void
        def initialize(title:, body:, specs: {}, nav: [], root: "", assets: :inline, head: "")
          @title = title
          @body = body
          @specs = specs
          @nav = nav
          @root = root
          @assets = assets
          @head = head
        end

        private

        def inline? = @assets == :inline

        def style = self.class.asset(STYLE)

        # [name, bytes] of the scripts of this page.
        def scripts = [*(CHARTS if @specs.any?), PAGE].map { |name| [name, self.class.asset(name)] }

        def link(name) = "#{@root}#{@assets}#{name}"

        def href(place) = place.start_with?("#") ? place : "#{@root}#{place}"

        # Charts set styles of their own; nothing can be fetched, sent or framed.
        def policy
          sources = inline? ? scripts.map { |_, bytes| "'sha256-#{::Digest::SHA256.base64digest(bytes)}'" } : ["'self'", "file:"]
          style = inline? ? "'unsafe-inline'" : "'self' file: 'unsafe-inline'"
          "default-src 'none'; script-src #{sources.join(" ")}; style-src #{style}; img-src data:; base-uri 'none'; " \
            "form-action 'none'"
        end

        # Inside a script element nothing may look like its end.
        def json(spec) = ::JSON.generate(spec).gsub(/[<>&\u2028\u2029]/) { |sign| format("\\u%04x", sign.ord) }
      end
    end
  end
end
