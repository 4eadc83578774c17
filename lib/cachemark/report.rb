# frozen_string_literal: true

module Cachemark
  # Tables as text. Every report is made with `new(table, **options)` and says itself with `to_s`.
  module Report
    # The formats of `--format`, by name, with a line for `list` and `help`.
    FORMATS = {
      "terminal" => "a table to read, as wide as the terminal",
      "classic" => "the published layouts, byte for byte",
      "markdown" => "a table per contender, with footnotes and provenance",
      "json" => "every figure and its origin, by the schema cachemark/run/1",
      "csv" => "one line per row, for a spreadsheet"
    }.freeze

    # The class of a format; raises Usage for an unknown name.
    #
    #: (String) -> Class
    def self.named(name)
      case name
      when "terminal" then Terminal
      when "classic" then Classic
      when "markdown" then Markdown
      when "json" then JSON
      when "csv" then CSV
      else raise Usage.new("there is no format #{name.inspect}", try: Suggest.sentence(name, FORMATS.keys))
      end
    end
  end
end
