# frozen_string_literal: true

module Cachemark
  module Report
    class HTML
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
            %(<div class="plot" data-chart="#{id}" role="img" aria-label="#{title}"><p class="without">#{without}</p></div>\n</figure>)
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
