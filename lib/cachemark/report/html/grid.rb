# frozen_string_literal: true

module Cachemark
  module Report
    class HTML
      # A table that sorts and filters where JavaScript is on, and is whole without it. Every figure tells, to the mouse and to
      # the keyboard, where it is from: what the column is (`how`), then what `origin` says of its row.
      class Grid < View
        template "grid"

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
          return "" unless column.value

          number = column.value.call(row)
          %( data-value="#{number if number&.finite?}")
        end

        def inside(column, row, at)
          return column.html.call(row) if column.html

          words = column.cell.call(row).to_s
          return "" if words.empty?

          how = column.how.respond_to?(:call) ? column.how.call(row) : column.how
          mark = column.mark&.call(row)
          return told(words, mark, [how, @origin&.call(row)].compact.join("\n"), "#{@id}-#{at}") if how

          mark ? %(<span class="#{text(mark)}">#{text(words)}</span>) : text(words)
        end

        def told(words, mark, origin, id)
          %(<span class="#{text(["tell", *mark].join(" "))}" tabindex="0" aria-describedby="#{id}">#{text(words)}</span>) +
            %(<span class="tip" role="tooltip" id="#{id}">#{text(origin)}</span>)
        end
      end
    end
  end
end
