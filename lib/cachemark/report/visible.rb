# frozen_string_literal: true

module Cachemark
  module Report
    # A document whose control characters are shown. A name in a foreign record may contain some, which a terminal
    # would execute.
    module Visible
      # Every one but the end of a line, and the marks that change the direction of a text.
      CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/
      # A browser executes no control characters.
      SHOWN = %i[terminal markdown].freeze
      private_constant :CONTROL, :SHOWN

      # The texts that a part takes from its table's footnotes.
      Footnotes = Value.define(:sentences)
      private_constant :Footnotes

      class << self
        # The document with visible texts in the parts of a terminal and of Markdown.
        #: (Document) -> Document
        def of(document)
          texts = document.to_h.slice(:title, :headline, :record, :next_steps).transform_values { |member| visible(member) }
          document.with(**texts, parts: document.parts.compact.map { |part| part.on.intersect?(SHOWN) ? visible(part) : part })
        end

        # The text with escapes in the place of control characters.
        #: (String) -> String
        def text(text) = text.scrub.gsub(CONTROL) { |control| (control.ascii_only? ? control.inspect : control.dump).delete('"') }

        private

        def visible(part)
          case part
          when String then text(part)
          when Array then part.map { |member| visible(member) }
          when Table then table(part)
          when Part::Numbered then part.with(footnotes: Footnotes.new(sentences: visible(part.footnotes.sentences)))
          when Struct then part.with(**part.to_h.transform_values { |member| visible(member) })
          else part
          end
        end

        def table(table)
          heading = ->(section) { text(table.heading.call(section)) }
          table.with(heading: heading, columns: table.columns.map { |column| column(column) })
        end

        def column(column)
          cell = ->(row) { text(column.text(row)) }
          column.with(heading: text(column.heading), short: visible(column.short), cell: cell)
        end
      end
    end
  end
end
