# frozen_string_literal: true

require "cgi"
require "json"
require "strscan"

class Shown
  # A page: its tables, its other blocks of text, what explains a cell, and the texts of its charts.
  class Html
    BLOCKS = %w[p li h1 h2 h3 h4 h5 h6 dt dd summary figcaption caption pre div section details ul ol dl table thead tbody
                tr th td header main nav footer figure body title text].freeze
    # What a pointer shows over a figure.
    TIP = %r{<span class="tip"[^>]*>(.*?)</span>}m
    private_constant :BLOCKS, :TIP

    #: (String) -> void
    def initialize(text)
      @charts = text.scan(%r{<script type="application/json"[^>]*>(.*?)</script>}m).flatten
      @tips = text.scan(TIP).flatten.map { |tip| CGI.unescapeHTML(tip) }
      @text = text.gsub(TIP, "").gsub(%r{<(script|style)\b.*?</\1>}m, " ")
      @titles = []
      @rows = []
      @paragraphs = []
      @words = +""
      @above = ""
    end

    #: () -> Shown
    def shown
      scanner = StringScanner.new(@text)
      until scanner.eos?
        if (text = scanner.scan(/[^<]+/)) then @words << CGI.unescapeHTML(text)
        elsif scanner.scan(%r{<(/?)([a-zA-Z][\w-]*)([^>]*)>}) then tag(scanner[2], scanner[3], closing: scanner[1] == "/")
        else scanner.scan(/<[^>]*>|</)
        end
      end
      flush
      Shown.new(titles: @titles, rows: @rows, paragraphs: @paragraphs + @tips + charts)
    end

    private

    def tag(name, attributes, closing:)
      @words << " " if name == "br"
      return unless BLOCKS.include?(name)

      case name
      when "tr" then closing ? end_row : begin_row
      when "td", "th" then @cells ? cell(closing, attributes) : flush
      else flush unless @cells && @in_cell
      end
    end

    def begin_row
      flush
      @cells = []
      @head = true
    end

    def cell(closing, attributes)
      if closing
        @cells << @words.dup
        @in_cell = false
      else
        @in_cell = true
        @head &&= attributes.include?('scope="col"')
      end
      @words.clear
    end

    def end_row
      if @head
        @titles.concat(@cells)
        @notes = @cells.map(&:strip).index("notes")
      elsif @cells.any?
        notes = @notes && @cells.size > @notes ? @cells[@notes].scan(/\d+/).size : 0
        @rows << Row.new(@above, @cells.each_with_index.reject { |_, index| index == @notes }.map(&:first), notes)
      end
      @cells = nil
      @words.clear
    end

    def flush
      text = @words.strip
      @words.clear
      return if text.empty?

      @above = text
      @paragraphs << text
    end

    # Array[String]: what a chart says of each of its points.
    def charts
      @charts.flat_map { |chart| JSON.parse(chart).dig("data", "values").to_a.filter_map { |value| value["text"] } }
    end
  end
end
