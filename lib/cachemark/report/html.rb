# frozen_string_literal: true

require "erubi"

module Cachemark
  module Report
    # A document as one page that loads nothing: every figure with its origin, charts, and where it all comes from.
    class HTML
      class << self
        # Text as HTML.
        #
        #: (Object) -> String
        def text(words) = Erubi.h(words)

        # A word in the colour of a tone: a verdict, an outcome or a status.
        #
        #: (String, String?) -> String
        def toned(words, tone) = tone ? %(<span class="#{text(css(tone))}">#{text(words)}</span>) : text(words)

        # A link to an anchor of the page.
        #
        #: (Object, String, ?tone: String?, ?label: String?) -> String
        def link(words, anchor, tone: nil, label: nil)
          attributes = { "class" => tone && css(tone), "href" => "##{anchor}", "aria-label" => label }.compact
          "<a#{attributes.map { |name, value| %( #{name}="#{text(value)}") }.join}>#{text(words)}</a>"
        end

        # The class of a tone.
        #
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
      #
      #: () -> String
      def to_s
        sections = [*sections(@document.parts_for(:html)), origin]
        Layout.page(title: @document.title, body: [lead, *sections.map { |section| section(section) }].join("\n"),
                    specs: sections.flat_map(&:charts).to_h { |chart| [chart.id, chart.spec] },
                    nav: sections.map { |section| [section.heading, "##{section.id}"] })
      end

      private

      def lead
        [paragraph(@provenance.dateline, "faint"), *@document.headline.map { |line| paragraph(line, "lead") }].join("\n")
      end

      def section(section)
        %(<section>\n<h2 id="#{text(section.id)}">#{text(section.heading)}</h2>\n#{section.body}\n</section>)
      end

      # The parts under their headings; a heading with nothing below it goes.
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
        when Part::Text then paragraph(part.text, part.tone && self.class.css(part.tone))
        when Part::Code then "<p>#{code(part.text)}</p>"
        when Part::List then list(part.items.map { |item| item(Part::Item.of(item)) })
        when Part::Numbered then numbered(part.footnotes.sentences)
        when Part::Notes then list(part.sentences.map { |note| "<li>#{text(note)}</li>" }, css: "common")
        when Part::Markup then part.html
        else raise ArgumentError, "#{part.class} on a page"
        end
      end

      def paragraph(words, css = nil) = "<p#{%( class="#{text(css)}") if css}>#{text(words)}</p>"
      def code(words) = "<code>#{text(words)}</code>"
      def list(items, css: nil) = items.empty? ? "" : "<ul#{%( class="#{css}") if css}>\n#{items.join("\n")}\n</ul>"

      def item(item)
        details = list(item.details.map { |one| "<li>#{text([*one].join(": "))}</li>" })
        "<li>#{[mark(item), text(item.text)].compact.join(" ")}#{details}#{"<br>#{code(item.code)}" if item.code}</li>"
      end

      def mark(item)
        return item.mark && self.class.toned(item.mark.strip, item.tone) unless item.link

        self.class.link(item.mark, item.link, tone: item.tone)
      end

      # Each can be linked to by its number.
      def numbered(sentences)
        items = sentences.each_with_index.map { |sentence, index| %(<li id="note-#{index + 1}">#{text(sentence)}</li>) }
        items.empty? ? "" : %(<ol class="notes">\n#{items.join("\n")}\n</ol>)
      end

      def origin
        facts = @provenance.facts(record: @document.record&.split("/")&.last)
        body = facts(facts.to_h { |term, words| [term, %w[Command Record].include?(term) ? code(words) : text(words)] })
        Section.new(id: "origin", heading: "Where it comes from", body: body + libraries)
      end

      def libraries
        all = @provenance.libraries.to_h
        return "" if all.empty?

        facts = facts(all.transform_values { |words| text(words) })
        "<details><summary>Libraries of each contender</summary>#{facts}</details>"
      end

      def facts(facts)
        %(<dl class="facts">\n#{facts.map { |term, html| "<dt>#{text(term)}</dt><dd>#{html}</dd>" }.join("\n")}\n</dl>)
      end

      def text(words) = self.class.text(words)

      # What a piece of a page is made with: `template "layout"` gives a class the method `to_s` of
      # templates/layout.erb. There `<%= %>` is text, and `<%== %>` is HTML already.
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

        def text(words) = Erubi.h(words)
      end

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

      # One chart: the id of its figure, its title, what it shows in `words`, and its Vega-Lite `spec`. `figures` are those that
      # no table of the page has: [what they are of, the figures as text].
      Chart = Value.define(:id, :title, :words, :spec, figures: [].freeze) do
        # The place of a chart in a page; what draws it finds it by its id. `words` say what the chart shows, for readers who
        # do not see it.
        #
        #: (String, title: String, words: String) -> String
        def self.place(id, title:, words:)
          id, title, words = [id, title, words].map { |text| HTML.text(text) }
          without = "JavaScript draws a chart here. Its figures are in the tables of this page."
          %(<figure class="chart" id="chart-#{id}">\n<figcaption>#{title}</figcaption>\n<p class="words">#{words}</p>\n) +
            %(<div class="plot" data-chart="#{id}" role="img" aria-label="#{title}">) +
            %(<p class="without">#{without}</p></div>\n</figure>)
        end

        # The same with its own figures, which a click unfolds.
        #
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
    end
  end
end
