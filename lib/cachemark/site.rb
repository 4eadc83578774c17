# frozen_string_literal: true

require "digest"

module Cachemark
  # A folder of pages that needs no server: of a history (`History`), or of results (`Results`). Each page is a document, which
  # Report::HTML renders, and `Folder` writes the files. Links are relative, every figure is in a table, and JavaScript only
  # draws and sorts.
  module Site
    Figures = Report::Figures
    # The folder of a page's style and scripts.
    ASSETS = "assets/"
    private_constant :ASSETS

    class << self
      # Path => text of pages by their paths. `nav` are the links on every page, by their words.
      #: (Hash[String, Page], nav: Hash[String, String], ?feed: [String, String]?) -> Hash[String, String]
      def texts(pages, nav:, feed: nil)
        pages.to_h do |path, page|
          layout = { nav: nav.to_a, root: "../" * path.count("/"), assets: ASSETS, feed: feed }
          [path, Report::HTML.new(page.document, **layout).to_s]
        end
      end

      # Path => text of what all pages need.
      #: () -> Hash[String, String]
      def assets = Report::HTML::Layout.assets.transform_keys { |name| "#{ASSETS}#{name}" }
    end

    # The base class of pages. A page has a `title`, the paragraphs of its `lead`, and `parts`. The private methods are short
    # names of what pages consist of.
    class Page
      Column = Report::Column
      Part = Report::Part
      # What charts of changes share.
      CHANGES = { axis: "% more (right) or less (left)", type: "linear", below: [Report::HTML::Charts::Spec.mark(0)] }.freeze
      private_constant :Column

      # The contents of the site, and the subject of this page among them.
      #: (Object, *Object) -> void
      def initialize(contents, *subject)
        @contents = contents
        prepare(*subject)
      end

      #: () -> Report::Document
      def document
        Report::Document.new(title: title, headline: [*lead].compact, parts: parts.flatten, origin: nil, data: nil)
      end

      private

      def prepare; end

      # A section with its parts.
      def section(id, heading, *parts) = [Part::Heading.new(id: id, text: heading), *parts]

      # A paragraph: of a text, or of pieces.
      def text(*words, tone: nil) = Part::Text.new(text: words, tone: tone)

      def list(items) = Part::List.new(items: items)
      def link(words, to, **more) = Part::Phrase.new(text: words, to: to, **more)
      def code(words) = Part::Phrase.new(text: words, code: true)
      def lines(*texts) = Part::Lines.new(texts: texts.compact)
      def fold(summary, *parts) = Part::Fold.new(summary: summary, parts: parts)
      def chart(kind, **of) = Part::Chart.new(kind: kind, of: of)

      def table(id, caption, rows, columns, **more)
        Report::Table.of_rows(id: id, caption: caption, rows: rows, columns: columns.flatten.compact, **more)
      end

      # Columns: words, a text of pieces, a figure whose cell is made from a row, and one whose cell is made from its number.
      def words(heading, **more, &cell) = Column.words(heading, always: true, **more, &cell)
      def rich(heading, &pieces) = words(heading, rich: pieces) { "" }
      def figure(heading, cell, **more, &number) = Column.new(heading: heading, cell: cell, number: number, always: true, **more)

      def number(heading, format = :to_s.to_proc, &number)
        figure(heading, ->(row) { format.call(number.call(row)) }, &number)
      end

      # A dot of a chart with its interval; the block makes its numbers.
      def dot(value, interval, **more, &)
        ends = [value, *(interval || [value, value])]
        %i[at low high].zip(block_given? ? ends.map(&) : ends).to_h.merge(more)
      end
    end

    # The name of a file for any client or version. `ruby/dalli` and `4.3.10` stay readable. Any other name is reduced to
    # characters that are safe in every folder and address. It gets a part of its digest, so that names stay different.
    module Slug
      PLAIN = %r{\A(?:[a-z]+/[a-z0-9]+(?:[._-][a-z0-9]+)*|\d[0-9a-z]*(?:[.-][0-9a-z]+)*)\z}
      LONGEST = 60
      private_constant :PLAIN, :LONGEST

      class << self
        #: (String) -> String
        def of(name)
          return name.tr("/", "-") if PLAIN.match?(name) && name.size <= LONGEST

          safe = name.downcase.gsub(/[^a-z0-9.]+/, "-").gsub(/\A[.-]+|[.-]+\z/, "")[0, LONGEST]
          "#{safe}~#{Digest::SHA256.hexdigest(name)[0, 12]}"
        end

        # The path of a client's page.
        #: (String) -> String
        def client(client) = "clients/#{of(client)}.html"
      end
    end
  end
end
