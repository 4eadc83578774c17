# frozen_string_literal: true

module Cachemark
  module Report
    class HTML
      # A table that sorts and filters where JavaScript is on, and is whole without it. The mouse and the keyboard show for
      # every figure where it is from: what the column is (Column#how), then what `origin` says of its row.
      class Grid < View
        template "grid"

        # The table of a document.
        #
        #: (Table) -> Grid
        def self.of(table)
          new(id: table.id, caption: table.caption, columns: table.columns_for(:html), rows: table.rows,
              origin: table.origin, words: table.words, anchor: table.anchor)
        end

        # `words` makes of a row what the filter looks at, `anchor` the id by which it is linked to.
        #
        #: (id: String, caption: String, columns: Array[Column], rows: Array, ?origin: #call, ?words: #call, ?anchor: #call) -> void
        def initialize(id:, caption:, columns:, rows:, origin: nil, words: nil, anchor: nil)
          @id = id
          @caption = caption
          @columns = columns
          @rows = rows
          @origin = origin
          @words = words
          @anchor = anchor
        end

        private

        def attributes(row)
          { "id" => @anchor&.call(row), "data-text" => @words&.call(row)&.downcase }.compact
            .map { |name, value| %( #{name}="#{text(value)}") }.join
        end

        # What has to be sorted as a number says which.
        def value(column, row)
          return "" unless column.number

          number = column.number.call(row)
          %( data-value="#{number if number&.finite?}")
        end

        def inside(column, row, at)
          return column.html.call(row) if column.html

          words = column.text(row)
          return "" if words.empty?
          return "<code>#{text(words)}</code>" if column.code

          how, tone = column.explain(row), column.tone&.call(row)
          how ? explained(words, tone, [how, @origin&.call(row)].compact.join("\n"), "#{@id}-#{at}") : HTML.toned(words, tone)
        end

        def explained(words, tone, origin, id)
          css = ["tell", *(HTML.css(tone) if tone)].join(" ")
          %(<span class="#{text(css)}" tabindex="0" aria-describedby="#{id}">#{text(words)}</span>) +
            %(<span class="tip" role="tooltip" id="#{id}">#{text(origin)}</span>)
        end
      end
    end
  end
end
