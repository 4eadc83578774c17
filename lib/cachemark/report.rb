# frozen_string_literal: true

require "json"

module Cachemark
  # Reports. The module of a command (Run, OpenLoop, Work, Comparison, Gate, Find, Selftest, Doctor, Check and
  # those of History) turns results into a Document. Terminal, Markdown and HTML show its parts, JSON prints its data. Exports
  # has the formats of other programs. This file defines the values that documents consist of.
  module Report
    # The modules of the commands extend this module. Each of them has FORMATS (their names, in the order of `help`) and
    # `document(value, record)`; the record may be empty. Its Data has the facts for the formats of Exports.
    module Kind
      # The formats that show a document. The others are Exports.
      DOCUMENTS = %w[terminal markdown html json].freeze
      # Formats whose methods of Exports have other names.
      METHODS = { "github-action-benchmark" => :github_action_benchmark }.freeze
      private_constant :DOCUMENTS, :METHODS

      #: () -> Array[String]
      def formats = self::FORMATS

      # The text of a report in a format; `width` and `color` are those of the terminal. With `all`, text has the columns of a
      # page. Raises Usage for an unknown format.
      #: (Object, String, ?width: Integer, ?color: bool, ?record: Record, ?next_steps: Array[String], ?all: bool) -> String
      def text(value, format, width: 80, color: false, record: Record.from_lines([]), next_steps: [], all: false)
        unless formats.include?(format)
          raise Usage.new("there is no format #{format.inspect}", try: Suggest.sentence(format, formats))
        end
        return Exports.public_send(METHODS.fetch(format, format), self::Data, value) unless DOCUMENTS.include?(format)

        document = document(value, record).with(record: record.path, next_steps: next_steps, all: all)
        shown(Visible.of(document), format, width: width, color: color)
      end

      # The sentences that answer the question of the report.
      #: (Object, Record) -> Array[String]
      def headline(value, record) = Visible.of(document(value, record)).headline

      private

      def shown(document, format, **terminal)
        case format
        when "terminal" then Terminal.new(document, **terminal).to_s
        when "markdown" then Markdown.new(document).to_s
        when "html" then HTML.new(document).to_s
        when "json" then "#{::JSON.pretty_generate(document.data.call)}\n"
        end
      end
    end

    # A report before it has a format: the results of a command, in parts that Terminal, Markdown and HTML each show in their
    # own way.
    #
    # - `title` and `headline`: the sentences that answer the question. `tone` is their meaning ("slower" ...). With
    #   `titled`, a terminal shows the title as well.
    # - `origin` knows where the figures come from (Stats::RunFacts). `record` is the path of the record.
    # - `data` makes the Hash that JSON prints. With `all`, tables of text have the columns of a page.
    Document = Value.define(:title, :origin, :parts, :data, headline: [].freeze, tone: nil, titled: false, record: nil,
                            next_steps: [].freeze, all: false) do
      # The parts that a format shows. Parts of type OnPage are made here.
      #: (Symbol) -> Array
      def parts_for(format)
        shown = parts.compact.select { |part| part.on.include?(format) }
        shown.flat_map { |part| part.is_a?(Part::OnPage) ? part.make.call.compact : [part] }
      end
    end

    # The first sentence about a run that was interrupted: its figures are not final.
    #: (Stats::RunFacts) -> Array[String]
    def Document.interruption(value) = value.outcome == "interrupted" ? ["Interrupted: these are the results so far."] : []

    # The document of a table, with the title of its suite.
    #: (Stats::RunFacts, **Object) -> Document
    def Document.of_table(table, **members)
      new(title: table.suite["title"] || table.suite["id"] || "Cachemark #{table.command}", titled: !table.suite.empty?,
          origin: table, **members)
    end

    # Rows under columns. A terminal and Markdown show each section under its heading; a page shows one table of all rows,
    # with a column in place of the headings.
    #
    # - `heading` makes the heading of a section, `origin` explains how the figures of a row were obtained.
    # - `words` makes the text that the filter of a page searches, `anchor` the id of a row for links.
    # - `missed`: a terminal notes when columns up to this priority did not fit. With `split`, such columns are in further
    #   tables below the first.
    # - `also` makes the columns that only a page has.
    # - `stacked`: a page shows each row as a block with the names of its figures where its columns do not fit.
    Table = Value.define(:id, :caption, :columns, :sections, heading: :heading.to_proc, origin: nil, words: nil, anchor: nil,
                         missed: -1, split: false, slim: false, stacked: false, also: nil,
                         on: %i[terminal markdown html].freeze) do
      # The columns that a format shows: those with text in at least one row. Markdown shows all of them, so that tables of
      # several runs look alike, unless the table is `slim`.
      #: (Symbol, ?all: bool) -> Array[Column]
      def columns_for(format, all: false)
        own = format == :html && also ? [*columns, *also.call] : columns
        own = own.select { |column| column.on.include?(format) || (all && column.on.include?(:all)) }
        own.select { |column| column.always || (format == :markdown && !slim && !column.rare) || says?(column) }
      end

      # Array: the rows of all sections.
      def rows = sections.flat_map(&:rows)

      private

      def says?(column) = rows.any? { |row| column.rich || column.text(row) != "" }
    end

    # A table of one section without a heading.
    #: (rows: Array, **Object) -> Table
    def Table.of_rows(rows:, **members)
      new(sections: [Stats::Section.new(heading: "", rows: rows)], **members)
    end

    # A column of a table: its text for each row, and everything that a renderer has to know about it.
    #
    # - `heading`, and `short`, the heading in a terminal. `cell` makes the text of a row ("" if there is nothing to show).
    # - `align` is :right for figures, :left for words.
    # - `keep` is the priority of its width. If a table is too wide, the column with the highest number is removed first; 0
    #   is never removed.
    # - `narrow`: its text may be folded into lines of this many characters.
    # - `number` is the value by which rows are sorted if their text does not sort correctly.
    # - `how` explains the figure of a row: a sentence, or a callable that makes one from a row.
    # - `tone` is the meaning of the text of a row ("slower", "CORRUPT", "status" ...). It decides the colour in a terminal
    #   and on a page, and which text is bold in Markdown.
    # - `caveat` makes a sentence about its figures from all rows, or nil. A terminal adds it to the notes if the column fits.
    # - `rich` makes the pieces that a page shows instead of the text (Part::Phrase). `code`: the text is a command.
    # - `on` lists the formats that have the column. :all means text in which the user asked for all columns. With `always`,
    #   the column is shown even if no row has text in it. One that is `rare` is then omitted in Markdown, too.
    Column = Value.define(:heading, :cell, short: nil, align: :right, keep: 0, narrow: nil, number: nil, how: nil, tone: nil,
                          caveat: nil, rich: nil, code: false, on: %i[terminal markdown html].freeze, always: false,
                          rare: false) do
      # A column of words.
      #: (String, ?Integer, **Object) { (Object) -> String } -> Column
      def self.words(heading, keep = 0, **more, &cell) = new(heading: heading, keep: keep, align: :left, cell: cell, **more)

      # A column of figures.
      #: (String, ?Integer, **Object) { (Object) -> String } -> Column
      def self.figures(heading, keep = 0, **more, &cell) = new(heading: heading, keep: keep, cell: cell, **more)

      # A column of the figure that rows have under this name; the block makes its text.
      #: (Symbol, String, ?Integer, **Object) { (Numeric?) -> String } -> Column
      def self.of(name, heading, keep = 0, **more, &text)
        figures(heading, keep, number: name.to_proc, **more) { |row| text.call(row.public_send(name)) }
      end

      # The text of a row, always a String.
      #: (Object) -> String
      def text(row) = cell.call(row).to_s

      # The heading in a terminal.
      #: () -> String
      def title = short || heading

      def left? = align == :left

      # The explanation of the figure of a row, nil without one.
      #: (Object) -> String?
      def explain(row) = how.respond_to?(:call) ? how.call(row) : how
    end

    # The parts of a document other than its tables. `on` names the formats that show a part. A text of a page is a String, or
    # consists of pieces: Strings, Phrases, Lines and Folds.
    module Part
      ALL = %i[terminal markdown html].freeze
      PAGE = %i[html].freeze
      TEXT = %i[terminal markdown].freeze

      # Begins a section of a page, which its navigation names. An empty section is omitted.
      Heading = Value.define(:id, :text, on: PAGE)

      # A title inside of a section, and one below it.
      Title = Value.define(:text, level: 3, on: PAGE)

      # Words of a text: a link, words in the colour of a `tone`, or a command (`code`). `to` is an anchor ("#id"), an address,
      # or a path from the top of the site. `label` is the name of a link that its words do not say.
      Phrase = Value.define(:text, to: nil, tone: nil, label: nil, code: false)

      # Texts that each begin a line.
      Lines = Value.define(:texts)

      # Parts, or a text, that a click unfolds under a summary.
      Fold = Value.define(:summary, :parts, on: PAGE)

      # Terms with their texts; `ids` are those of terms that links lead to.
      Facts = Value.define(:facts, ids: {}.freeze, on: PAGE)

      # A paragraph of explanation; `tone` as in a column, or "strong", "faint", "lead" and "words".
      Text = Value.define(:text, tone: nil, on: ALL)

      # A command under a sentence.
      Code = Value.define(:text, on: PAGE)

      # Sentences or Items, one below the other. `unfold` is the title under which Markdown folds the list. `indent` indents
      # it on a terminal.
      List = Value.define(:items, unfold: nil, indent: "", on: ALL)

      # An item of a list: `mark` comes before its text, in the colour of `tone`. `details` are below the text: sentences or
      # [name, sentence] pairs. `code` is a command. `link` is the anchor that the mark links to on a page.
      Item = Value.define(:text, mark: nil, tone: nil, details: [].freeze, code: nil, link: nil) do
        # A sentence as an item of a list.
        #: (Item | String) -> Item
        def self.of(item) = item.is_a?(Item) ? item : new(text: item)
      end

      # Notes that apply to the whole document.
      Notes = Value.define(:sentences, on: ALL)

      # The numbered sentences of a table's rows (Report::Footnotes).
      Numbered = Value.define(:footnotes, on: ALL)

      # Where the figures come from; `unfold` as in a list. A page always shows this at its end.
      Origin = Value.define(unfold: nil, on: TEXT)

      # A chart on a page: `kind` names a chart of HTML::Charts, `of` is the value that it draws, or a Hash with its title, a
      # description (`words`), and its points.
      Chart = Value.define(:kind, :of, on: PAGE)

      # A chart in plain text. `entries` has a line for each Point, with a Change or a Gap between two of them.
      TextChart = Value.define(:title, :entries, tone: "strong", on: %i[terminal].freeze)

      # Outcomes over time in plain text. `lanes` has [name, {outcome => number of calls} of each span of time]; all of them
      # together last `span_s` seconds. `marks` has [seconds, text] of what happened.
      Timeline = Value.define(:lanes, :span_s, marks: [].freeze, on: TEXT)

      # A line of a text chart: its cells, and the change, which is drawn with its interval. Without `drawn`, it has only the
      # cells.
      Point = Value.define(:cells, effect: nil, interval: nil, drawn: true)

      # Between two points: the cost changed.
      Change = Value.define(:text, :tone)

      # Between two points: further points are not shown.
      Gap = Value.define(:text)

      # Parts that only a page has. They are made during rendering, because their data costs more than the rest of a report.
      OnPage = Value.define(:make, on: PAGE)

      # HTML that is inserted unchanged.
      Markup = Value.define(:html, on: PAGE)

      # Texts with commas between them.
      #: (Array) -> Array
      def self.listed(texts) = texts.flat_map { |text| [", ", text] }.drop(1)
    end

    # The labels of rows: as published, or short where the heading of the section has the rest.
    class Labels
      #: (Array[Row]) -> void
      def initialize(rows)
        @sync = rows.all? { |row| row.mode == "sync" }
        scenarios = rows.group_by { |row| bare(row) }.transform_values { |own| own.map(&:scenario).uniq }
        @shared = scenarios.select { |_, own| own.size > 1 }
      end

      # The published label, with its mode if the table has modes other than sync.
      #: (Row) -> String
      def published(row) = with_mode(row.label, row)

      # The label without the contender or client that the heading of its section names already; the scenario if several
      # share that label.
      #: (Row) -> String
      def short(row)
        label = bare(row)
        with_mode(@shared.key?(label) ? row.scenario : label, row)
      end

      private

      def bare(row)
        row.label.delete_prefix("#{row.contender}:").delete_prefix("#{row.section}:").delete_suffix(":#{client(row)}")
      end

      def with_mode(label, row) = @sync ? label : "#{label}:#{row.mode}"

      def client(row) = row.client.to_s.split("/").last
    end

    # The names of contenders in tables: "dalli 4.3.10" for a newest release, the end of a path in place of the path.
    class Names
      MOST = 48
      PATH = %r{(?<=[=:])/[^,]*}
      private_constant :MOST, :PATH

      # The ends of paths are as long as it takes to tell them apart.
      #: (Array[Row]) -> void
      def initialize(rows)
        paths = rows.flat_map { |row| row.contender.scan(PATH) }.uniq
        @ends = paths.to_h { |path| [path, ending(path, paths - [path])] }
      end

      #: (Row) -> String
      def of(row)
        name = shortened(row.contender)
        name = "#{name[0, MOST / 2]}…#{name[-MOST / 2, MOST / 2]}" if name.size > MOST
        release = row.notation.to_s[/@([\d.]+)/, 1] || row.version
        return name if release.nil? || name.include?(release) || Vocabulary::References.include?(row.client)

        name == row.client.split("/").last ? "#{name} #{release}" : "#{name} (#{release})"
      end

      # A text with the end of each path in its place.
      #: (String) -> String
      def shortened(text) = @ends.empty? ? text : text.gsub(Regexp.union(@ends.keys), @ends)

      private

      def ending(path, others)
        parts = path.split("/").reject(&:empty?)
        (1..parts.size).map { |count| parts.last(count).join("/") }
                       .find { |own| others.none? { |other| other.end_with?("/#{own}") } } || path
      end
    end

    # The footnotes of a table, each sentence once, numbered in the order of the rows. A sentence that applies to every row
    # appears once for the whole table instead.
    class Footnotes
      # The number of rows from which on a sentence that applies to every row is not a footnote.
      TABLE = 3

      # Array[String]: the sentences; the first is number 1.
      attr_reader :sentences

      # Array[String]: sentences that hold for every row.
      attr_reader :common

      # The block returns the sentences of a row; the default is `Footnotes.of`.
      #: (Array[Row]) ?{ (Row) -> Array[String] } -> void
      def initialize(rows, &of)
        @of = of || self.class.method(:of)
        sentences = rows.map { |row| @of.call(row) }
        @common = rows.size < TABLE ? [] : sentences.reduce(:&)
        @sentences = sentences.flatten.uniq - @common
        @numbers = @sentences.each_with_index.to_h { |sentence, index| [sentence, index + 1] }
      end

      # A row's sentences: why it has no figures, then its footnotes.
      #: (Row) -> Array[String]
      def self.of(row)
        row.ok? ? row.footnotes : [["#{row.status}:", row.reason].compact.join(" "), *row.footnotes]
      end

      # The numbers of a row's sentences.
      #: (Row) -> Array[Integer]
      def numbers(row) = @of.call(row).filter_map { |sentence| @numbers[sentence] }.sort

      # The column with these numbers; on a page each number links to its sentence.
      #: (Integer, **Object) -> Column
      def column(keep, **more)
        links = ->(row) { Part.listed(numbers(row).map { |number| Part::Phrase.new(text: number, to: "#note-#{number}") }) }
        Column.words("notes", keep, rich: (links if @sentences.any?), **more) { |row| numbers(row).join(",") }
      end

      # The parts of a document below its table: the numbered sentences, then the notes on the whole table.
      #: (*String) -> Array
      def parts(*notes) = [Part::Numbered.new(footnotes: self), Part::Notes.new(sentences: [*notes, *@common])]
    end
  end
end
