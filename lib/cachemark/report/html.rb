# frozen_string_literal: true

require "digest"
require "erubi"
require "json"

module Cachemark
  module Report
    # A document as one self-contained page: every figure with its origin, charts, and the provenance of the data.
    class HTML
      # The blank between a number and its unit.
      UNIT = Figures::UNIT
      private_constant :UNIT

      class << self
        # Text as HTML, in which a number stays on the line of its unit.
        #: (Object) -> String
        def text(words) = Erubi.h(words).gsub(UNIT, "\u00a0")

        # A word in the colour of a tone: a verdict, an outcome or a status.
        #: (String, String?) -> String
        def toned(words, tone) = tone ? %(<span class="#{text(css(tone))}">#{text(words)}</span>) : text(words)

        # A link; `href` is relative to the page.
        #: (Object, String, ?tone: String?, ?label: String?) -> String
        def link(words, href, tone: nil, label: nil)
          "<a#{attributes({ "class" => tone && css(tone), "href" => href, "aria-label" => label })}>#{text(words)}</a>"
        end

        # A paragraph of text.
        #: (String, ?css: String?) -> String
        def paragraph(words, css: nil) = "<p#{attributes({ "class" => css })}>#{text(words)}</p>"

        # A list of pieces of HTML; "" if there are none.
        #: (Array[String], ?css: String?) -> String
        def list(items, css: nil)
          lines = items.map { |item| "<li>#{item}</li>\n" }
          items.empty? ? "" : "<ul#{attributes({ "class" => css })}>\n#{lines.join}</ul>"
        end

        # A command, or another text that is copied as it is. No line ends after the hyphens of an option.
        #: (String) -> String
        def code(words)
          "<code>#{Erubi.h(words).gsub(/(?<=\s)--?[a-z][a-z-]*/) { |option| "<span>#{option}</span>" }}</code>"
        end

        # Terms with their descriptions, which are HTML.
        #: (Hash[String, String]) -> String
        def facts(facts)
          %(<dl class="facts">\n#{facts.map { |term, html| "<dt>#{text(term)}</dt><dd>#{html}</dd>" }.join("\n")}\n</dl>)
        end

        # ' name="value"' of each member that is not nil.
        #: (Hash[String, String?]) -> String
        def attributes(members) = members.compact.map { |name, value| %( #{name}="#{Erubi.h(value)}") }.join

        # The class of a tone.
        #: (String) -> String
        def css(tone)
          return tone if %w[status faint].include?(tone)

          tone.match?(/\A[A-Z]/) ? "outcome #{tone.downcase}" : "verdict #{tone}"
        end
      end

      #: (Document) -> void
      def initialize(document)
        @document = document
        @provenance = Provenance.new(document.origin)
      end

      # The whole page.
      #: () -> String
      def to_s
        sections = [*sections(@document.parts_for(:html)), origin]
        Layout.of_sections(title: @document.title, lead: lead, sections: sections,
                           nav: sections.map { |section| [section.heading, "##{section.id}"] })
      end

      private

      def lead
        lines = @document.headline.map { |line| HTML.paragraph(line, css: "lead") }
        [HTML.paragraph(@provenance.dateline, css: "faint"), *lines].join("\n")
      end

      # The parts under their headings; a heading with nothing below it is omitted.
      def sections(parts)
        parts = [Part::Heading.new(id: "results", text: "Results"), *parts] unless parts.first.is_a?(Part::Heading)
        parts.slice_before(Part::Heading).filter_map do |heading, *own|
          charts = own.grep(Part::Chart).to_h { |chart| [chart, Charts.draw(chart)] }
          body = own.map { |part| part.is_a?(Part::Chart) ? charts[part]&.figure.to_s : part(part) }.reject(&:empty?).join("\n")
          Section.new(id: heading.id, heading: heading.text, body: body, charts: charts.values.compact) unless body.empty?
        end
      end

      def part(part)
        case part
        when Table then Grid.of(part).to_s
        when Part::Text then HTML.paragraph(part.text, css: part.tone && HTML.css(part.tone))
        when Part::Code then "<p>#{HTML.code(part.text)}</p>"
        when Part::List then HTML.list(part.items.map { |item| item(Part::Item.of(item)) })
        when Part::Numbered then numbered(part.footnotes.sentences)
        when Part::Notes then HTML.list(part.sentences.map { |note| HTML.text(note) }, css: "common")
        when Part::Markup then part.html
        else raise ArgumentError, "#{part.class} on a page"
        end
      end

      def item(item)
        details = HTML.list(item.details.map { |one| HTML.text([*one].join(": ")) })
        "#{[mark(item), HTML.text(item.text)].compact.join(" ")}#{details}#{"<br>#{HTML.code(item.code)}" if item.code}"
      end

      def mark(item)
        return item.mark && HTML.toned(item.mark.strip, item.tone) unless item.link

        HTML.link(item.mark, "##{item.link}", tone: item.tone)
      end

      # Each note has an anchor with its number.
      def numbered(sentences)
        items = sentences.each_with_index.map { |sentence, index| %(<li id="note-#{index + 1}">#{HTML.text(sentence)}</li>) }
        items.empty? ? "" : %(<ol class="notes">\n#{items.join("\n")}\n</ol>)
      end

      def origin
        facts = @provenance.facts(record: @document.record&.split("/")&.last)
        facts = facts.to_h { |term, words| [term, %w[Command Record].include?(term) ? HTML.code(words) : HTML.text(words)] }
        Section.new(id: "origin", heading: "Where it comes from", body: HTML.facts(facts) + libraries)
      end

      def libraries
        all = @provenance.libraries.to_h
        return "" if all.empty?

        facts = HTML.facts(all.transform_values { |words| HTML.text(words) })
        "<details><summary>Libraries of each contender</summary>#{facts}</details>"
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

      # A part of a page under a heading that the navigation names. `body` is HTML, `charts` are the charts with figures in
      # it.
      Section = Value.define(:id, :heading, :body, charts: [].freeze) do
        # A section that consists of charts; nil without any.
        #: (String, String, Array[Chart?]) -> Section?
        def self.of_charts(id, heading, charts)
          charts = charts.compact
          new(id: id, heading: heading, body: charts.map(&:figure).join, charts: charts) if charts.any?
        end

        #: () -> String
        def to_s
          id = Erubi.h(self.id)
          %(<section aria-labelledby="#{id}">\n<h2 id="#{id}">#{HTML.text(heading)}</h2>\n#{body}\n</section>)
        end
      end

      # A chart: the id of its figure, its title, a description (`words`), and its Vega-Lite `spec`. `figures` are those that
      # no table of the page has: [description, figures as text].
      Chart = Value.define(:id, :title, :words, :spec, figures: [].freeze) do
        # The place of a chart in a page; the script that draws it finds it by its id. `words` describes the chart for
        # readers who cannot see it.
        #: (String, title: String, words: String) -> String
        def self.place(id, title:, words:)
          id, title, words = [id, title, words].map { |text| HTML.text(text) }
          without = "JavaScript draws a chart here. Its figures are in the tables of this page."
          %(<figure class="chart" id="chart-#{id}">\n<figcaption>#{title}</figcaption>\n<p class="words">#{words}</p>\n) +
            %(<div class="plot" data-chart="#{id}" role="img" aria-label="#{title}">) +
            %(<p class="without">#{without}</p></div>\n</figure>)
        end

        # The place of the chart with its own figures, which a click unfolds.
        #: () -> String
        def figure = Chart.place(id, title: title, words: words) + unfolded

        private

        def unfolded
          return "" if figures.empty?

          rows = figures.map do |name, words|
            %(<tr><th scope="row">#{HTML.text(name)}</th><td class="left wrap">#{HTML.text(words)}</td></tr>)
          end
          %(<details class="figures"><summary>The figures of this chart: #{HTML.text(title)}</summary>\n) +
            "<table><tbody>\n#{rows.join("\n")}\n</tbody></table>\n</details>"
        end
      end

      # A table that can be sorted and filtered where JavaScript is on, and that is complete without it. The mouse and the
      # keyboard show the origin of every figure: the meaning of the column (Column#how), then the `origin` of its row.
      class Grid < View
        template "grid"

        # The table of a document.
        #: (Table) -> Grid
        def self.of(table)
          new(id: table.id, caption: table.caption, columns: table.columns_for(:html), rows: table.rows,
              origin: table.origin, words: table.words, anchor: table.anchor,
              stacked: table.stacked)
        end

        # `words` returns the text of a row that the filter searches, `anchor` its id for links. If `stacked`, a narrow window
        # shows each row as a block.
        #: (id: String, caption: String, columns: Array[Column], rows: Array, **Object) -> void
        def initialize(id:, caption:, columns:, rows:, origin: nil, words: nil, anchor: nil, stacked: false)
          @id = id
          @caption = caption
          @columns = columns
          @rows = rows
          @origin = origin
          @words = words
          @anchor = anchor
          @stacked = stacked
        end

        private

        # A block names everything except the row.
        def named(column)
          shown = @stacked && (column.html || column.tone || !column.left?)
          HTML.attributes({ "data-heading" => (column.heading if shown) })
        end

        # Text whose lines may end after the words of a name, and not inside 10:00, 1,000 or 1,000/s.
        def breakable(words) = text(words).gsub(%r{[_@=](?=\w)|/(?=\w\w)|[,:](?=[a-z])}) { |sign| "#{sign}<wbr>" }

        def attributes(row)
          HTML.attributes({ "id" => @anchor&.call(row), "data-text" => @words&.call(row)&.downcase })
        end

        # Only columns that are sorted as numbers have a value.
        def value(column, row)
          return "" unless column.number

          number = column.number.call(row)
          %( data-value="#{number if number&.finite?}")
        end

        def inside(column, row, at)
          return column.html.call(row) if column.html

          words = column.text(row)
          return "" if words.empty?
          return HTML.code(words) if column.code

          how, tone = column.explain(row), column.tone&.call(row)
          how ? explained(words, tone, [how, @origin&.call(row)].compact.join("\n"), "#{@id}-#{at}") : toned(words, tone)
        end

        def toned(words, tone) = tone ? HTML.toned(words, tone) : breakable(words)

        def explained(words, tone, origin, id)
          css = ["tell", *(HTML.css(tone) if tone)].join(" ")
          %(<span#{HTML.attributes({ "class" => css, "tabindex" => "0", "aria-describedby" => id })}>#{breakable(words)}</span>) +
            %(<span class="tip" role="tooltip" id="#{id}">#{text(origin)}</span>)
        end
      end

      # A whole page around a body: its head, the elements that every page has, and charts. It loads nothing from outside,
      # and its security policy forbids that. Without JavaScript everything except the charts is there.
      #
      #   Layout.page(title: "dalli", body: "<h2>..</h2>", specs: { "trend" => spec })   # body has Chart.place("trend", ..)
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
          # The document as a String.
          #
          # - `title` is text, and the h1 of the page. `body` is HTML, whose headings begin with h2.
          # - `specs` are Vega-Lite specifications, by the ids of their figures.
          # - `nav` are [text, href] pairs.
          # - `root` comes before every relative href of the layout itself ("../").
          # - `assets` is :inline, or the folder that they are linked from ("assets/").
          # - `head` is HTML for the head, such as the link of a feed.
          #: (title: String, body: String, ?specs: Hash, ?nav: Array, ?root: String, ?assets: Symbol | String, ?head: String) -> String
          def page(title:, body:, **more) = new(title: title, body: body, **more).to_s

          # The same, from an introduction (HTML) and sections with their charts.
          #: (title: String, sections: Array[Section], ?lead: String, **Object) -> String
          def of_sections(title:, sections:, lead: "", **more)
            page(title: title, body: [lead, *sections].join("\n"),
                 specs: sections.flat_map(&:charts).to_h { |chart| [chart.id, chart.spec] }, **more)
          end

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
