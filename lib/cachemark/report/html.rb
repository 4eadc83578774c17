# frozen_string_literal: true

require "digest"
require "erubi"
require "json"

module Cachemark
  module Report
    # A document as one page. A report is self-contained: it has every figure with its origin, charts, and the provenance of the
    # data. A page of a site has the site's navigation, and links its style and scripts.
    class HTML
      # The blank between a number and its unit.
      UNIT = Figures::UNIT
      # Tones that are no verdict and no outcome.
      PLAIN = %w[status faint lead words].freeze
      WITHOUT = "JavaScript draws a chart here. Its figures are in the tables of this page."
      private_constant :UNIT, :PLAIN, :WITHOUT

      class << self
        # Text as HTML, in which a number stays on the line of its unit.
        #: (Object) -> String
        def text(words) = Erubi.h(words).gsub(UNIT, "\u00a0")

        # A command, or another text that is copied as it is. No line ends after the hyphens of an option.
        #: (String) -> String
        def code(words)
          "<code>#{Erubi.h(words).gsub(/(?<=\s)--?[a-z][a-z-]*/) { |option| "<span>#{option}</span>" }}</code>"
        end

        # ' name="value"' of each member that is not nil.
        #: (Hash[String, String?]) -> String
        def attributes(members) = members.compact.map { |name, value| %( #{name}="#{Erubi.h(value)}") }.join

        # The class of a tone; nil without one.
        #: (String?) -> String?
        def css(tone)
          return tone if tone.nil? || PLAIN.include?(tone)

          tone.match?(/\A[A-Z]/) ? "outcome #{tone.downcase}" : "verdict #{tone}"
        end
      end

      # `nav` are [text, href] pairs, by default the sections of the page. `root` comes before every path of the site: "../".
      #: (Document, ?nav: Array?, ?root: String, **Object) -> void
      def initialize(document, nav: nil, root: "", **layout)
        @document = document
        @provenance = Provenance.new(document.origin) if document.origin
        @nav = nav
        @root = root
        @layout = layout
        @specs = {}
      end

      # The whole page.
      def to_s
        parts = [*@document.parts_for(:html), *origin]
        parts.unshift(Part::Heading.new(id: "results", text: "Results")) if @provenance && !heading?(parts.first)
        opening = parts.take_while { |part| !heading?(part) }
        sections = parts.drop(opening.size).slice_before { |part| heading?(part) }
                        .filter_map { |heading, *own| section(heading, own) }
        body = [*lead, blocks(opening), *sections.map(&:last)].join("\n")
        nav = @nav || sections.map { |heading, _| [heading.text, "##{heading.id}"] }
        Layout.new(title: @document.title, body: body, specs: @specs, nav: nav, root: @root, **@layout).to_s
      end

      # A text as HTML: of a String, a piece, or several pieces.
      #: (Object) -> String
      def rich(words)
        case words
        when Array then words.map { |word| rich(word) }.join
        when Part::Phrase then phrase(words)
        when Part::Lines then words.texts.map { |line| rich(line) }.join("<br>")
        when Part::List then block(words)
        when Part::Fold then "<details><summary>#{HTML.text(words.summary)}</summary>#{blocks(words.parts)}</details>"
        else HTML.text(words)
        end
      end

      private

      def heading?(part) = part.is_a?(Part::Heading)

      def lead
        dateline = tag("p", HTML.text(@provenance.dateline), "class" => "faint") if @provenance
        [*dateline, *@document.headline.map { |line| tag("p", rich(line), "class" => "lead") }]
      end

      # [heading, HTML]; nil for a heading with nothing below it.
      def section(heading, parts)
        body = blocks(parts)
        title = tag("h2", HTML.text(heading.text), "id" => heading.id)
        [heading, tag("section", "\n#{title}\n#{body}\n", "aria-labelledby" => heading.id)] unless body.empty?
      end

      def blocks(parts) = parts.map { |part| block(part) }.reject(&:empty?).join("\n")

      def block(part)
        case part
        when Table then Grid.new(part, self).to_s
        when Part::Chart then Charts.draw(part)&.then { |chart| figure(chart) }.to_s
        when Part::Text then tag("p", rich(part.text), "class" => HTML.css(part.tone))
        when Part::Title then tag("h#{part.level}", HTML.text(part.text))
        when Part::Code then tag("p", HTML.code(part.text))
        when Part::List then list(part.items.map { |item| item(item) })
        when Part::Facts then facts(part)
        when Part::Numbered then numbered(part.footnotes.sentences)
        when Part::Notes then list(part.sentences.map { |note| rich(note) }, css: "common")
        when Part::Markup then part.html
        else rich(part)
        end
      end

      def tag(name, html, attributes = {}) = "<#{name}#{HTML.attributes(attributes)}>#{html}</#{name}>"

      def list(items, css: nil)
        items.empty? ? "" : tag("ul", "\n#{items.map { |item| "<li>#{item}</li>\n" }.join}", "class" => css)
      end

      def item(item)
        return block(item) unless item.is_a?(Part::Item)

        details = list(item.details.map { |detail| HTML.text([*detail].join(": ")) })
        mark = item.mark && phrase(Part::Phrase.new(text: item.mark.strip, to: item.link && "##{item.link}", tone: item.tone))
        "#{[mark, rich(item.text)].compact.join(" ")}#{details}#{"<br>#{HTML.code(item.code)}" if item.code}"
      end

      def facts(part)
        entries = part.facts.map { |term, words| tag("dt", HTML.text(term), "id" => part.ids[term]) + tag("dd", rich(words)) }
        tag("dl", "\n#{entries.join("\n")}\n", "class" => "facts")
      end

      # Each note has an anchor with its number.
      def numbered(sentences)
        items = sentences.each_with_index.map { |sentence, index| tag("li", HTML.text(sentence), "id" => "note-#{index + 1}") }
        items.empty? ? "" : tag("ol", "\n#{items.join("\n")}\n", "class" => "notes")
      end

      def phrase(phrase)
        return HTML.code(phrase.text) if phrase.code
        return HTML.text(phrase.text) unless phrase.to || phrase.tone
        return tag("span", HTML.text(phrase.text), "class" => HTML.css(phrase.tone)) unless phrase.to

        to = phrase.to.match?(/\A(?:#|\w+:)/) ? phrase.to : "#{@root}#{phrase.to}"
        tag("a", HTML.text(phrase.text), "class" => HTML.css(phrase.tone), "href" => to, "aria-label" => phrase.label)
      end

      # The place of a chart, which the script finds by its id. Readers who cannot see it have its description.
      def figure(chart)
        @specs[chart.id] = chart.spec
        id, title, words = [chart.id, chart.title, chart.words].map { |text| HTML.text(text) }
        %(<figure class="chart" id="chart-#{id}">\n<figcaption>#{title}</figcaption>\n<p class="words">#{words}</p>\n) +
          %(<div class="plot" data-chart="#{id}" role="img" aria-label="#{title}">) +
          %(<p class="without">#{WITHOUT}</p></div>\n</figure>#{figures(chart, title)})
      end

      # Those of a chart that no table has, which a click unfolds.
      def figures(chart, title)
        rows = chart.figures.map do |name, words|
          %(<tr><th scope="row">#{HTML.text(name)}</th><td class="left wrap">#{HTML.text(words)}</td></tr>)
        end
        return "" if rows.empty?

        %(<details class="figures"><summary>The figures of this chart: #{title}</summary>\n) +
          "<table><tbody>\n#{rows.join("\n")}\n</tbody></table>\n</details>"
      end

      def origin
        return [] unless @provenance

        facts = @provenance.facts(record: @document.record&.split("/")&.last).to_h do |term, words|
          [term, Part::Phrase.new(text: words, code: %w[Command Record].include?(term))]
        end
        libraries = Part::Facts.new(facts: @provenance.libraries.to_h)
        unfolded = Part::Fold.new(summary: "Libraries of each contender", parts: [libraries]) if libraries.facts.any?
        [Part::Heading.new(id: "origin", text: "Where it comes from"), Part::Facts.new(facts: facts), unfolded].compact
      end

      # The base class of pieces of a page. `template "layout"` defines `to_s` from templates/layout.erb. There, `<%= %>`
      # inserts text and `<%== %>` inserts HTML.
      class View
        class << self
          private

          def template(name)
            path = "report/html/templates/#{name}.erb"
            source = Erubi::Engine.new(Paths.shipped(path), escape: true, escapefunc: "::Erubi.h").src
            class_eval("def to_s\n#{source}\nend", path, 0)
          end
        end

        private

        def text(words) = HTML.text(words)
      end

      # A table that can be sorted and filtered where JavaScript is on, and that is complete without it. The mouse and the
      # keyboard show the origin of every figure: the meaning of the column (Column#how), then the `origin` of its row.
      class Grid < View
        template "grid"

        #: (Table, HTML) -> void
        def initialize(table, page)
          @table = table
          @columns = table.columns_for(:html)
          @page = page
        end

        private

        # A block names everything except the row.
        def named(column)
          shown = @table.stacked && (column.rich || column.tone || !column.left?)
          HTML.attributes({ "data-heading" => (column.heading if shown) })
        end

        # Text whose lines may end after the words of a name, and not inside 10:00, 1,000 or 1,000/s.
        def breakable(words) = text(words).gsub(%r{[_@=](?=\w)|/(?=\w\w)|[,:](?=[a-z])}) { |sign| "#{sign}<wbr>" }

        def attributes(row)
          HTML.attributes({ "id" => @table.anchor&.call(row), "data-text" => @table.words&.call(row)&.downcase })
        end

        # Only columns that are sorted as numbers have a value.
        def value(column, row)
          return "" unless column.number

          number = column.number.call(row)
          %( data-value="#{number if number&.finite?}")
        end

        def inside(column, row, at)
          return @page.rich(column.rich.call(row)) if column.rich

          words = column.text(row)
          return "" if words.empty?
          return HTML.code(words) if column.code

          how, tone = column.explain(row), column.tone&.call(row)
          return tone ? @page.rich(Part::Phrase.new(text: words, tone: tone)) : breakable(words) unless how

          explained(words, tone, [how, @table.origin&.call(row)].compact.join("\n"), "#{@table.id}-#{at}")
        end

        def explained(words, tone, origin, id)
          css = ["tell", *HTML.css(tone)].join(" ")
          %(<span#{HTML.attributes({ "class" => css, "tabindex" => "0", "aria-describedby" => id })}>#{breakable(words)}</span>) +
            %(<span class="tip" role="tooltip" id="#{id}">#{text(origin)}</span>)
        end
      end

      # A whole page around a body (HTML): its head, the elements that every page has, and charts. It loads nothing from outside,
      # and its security policy forbids that. Without JavaScript everything except the charts is there.
      class Layout < View
        ASSETS = "report/html/assets"
        STYLE = "report.css"
        # In the order in which they run. Only pages with charts have these.
        CHARTS = %w[vega.min.js vega-lite.min.js vega-interpreter.js charts.js].freeze
        PAGE = "page.js"
        LICENCES = { "vega.min.js" => "vega.LICENSE", "vega-lite.min.js" => "vega-lite.LICENSE" }.freeze
        # The words on the button of each theme, by its id.
        THEMES = { "auto" => "as the system", "light" => "light", "dark" => "dark" }.freeze
        private_constant :ASSETS, :STYLE, :CHARTS, :PAGE, :LICENCES

        class << self
          # The files that a site with linked assets must have in that folder: name => bytes.
          #: () -> Hash[String, String]
          def assets = [STYLE, PAGE, *CHARTS].to_h { |name| [name, asset(name)] }

          # The bytes of an asset, with its licence if it is third-party.
          #: (String) -> String
          def asset(name)
            @assets ||= {}
            @assets[name] ||= [("/*\n#{Paths.shipped("#{ASSETS}/#{LICENCES[name]}")}*/\n" if LICENCES[name]),
                               Paths.shipped("#{ASSETS}/#{name}")].compact.join.sub(%r{^//# sourceMappingURL=.*\n?\z}, "")
          end
        end

        template "layout"

        # `specs` are Vega-Lite specifications by the ids of their figures. `assets` is :inline, or the folder that they are
        # linked from ("assets/"). `feed` has the title and the path of a feed.
        #: (title: String, body: String, specs: Hash, nav: Array, root: String, ?assets: Symbol | String, ?feed: [String, String]?) -> void
        def initialize(title:, body:, specs:, nav:, root:, assets: :inline, feed: nil)
          @title = title
          @body = body
          @specs = specs
          @nav = nav
          @root = root
          @assets = assets
          @feed = feed
        end

        private

        def inline? = @assets == :inline

        def style = self.class.asset(STYLE)

        # [name, bytes] of the scripts of this page.
        def scripts = [*(CHARTS if @specs.any?), PAGE].map { |name| [name, self.class.asset(name)] }

        def link(name) = "#{@root}#{@assets}#{name}"

        def href(place) = place.start_with?("#") ? place : "#{@root}#{place}"

        # Charts set their own styles. Nothing can be fetched, sent or framed.
        def policy
          sources = inline? ? scripts.map { |_, bytes| "'sha256-#{::Digest::SHA256.base64digest(bytes)}'" } : ["'self'", "file:"]
          style = inline? ? "'unsafe-inline'" : "'self' file: 'unsafe-inline'"
          "default-src 'none'; script-src #{sources.join(" ")}; style-src #{style}; img-src data:; base-uri 'none'; " \
            "form-action 'none'"
        end

        # Escapes all characters that could end a script element.
        def json(spec) = ::JSON.generate(spec).gsub(/[<>&\u2028\u2029]/) { |sign| format("\\u%04x", sign.ord) }
      end
    end
  end
end
