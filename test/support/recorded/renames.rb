# frozen_string_literal: true

require "csv"
require "yaml"

module Recorded
  # The agreed changes of renames.yml, which are made to what is expected.
  class Renames
    #: (?Hash) -> void
    def initialize(lists = YAML.safe_load_file(File.join(ROOT, "renames.yml")))
      @lists = lists
      @words = lists["words"].sort_by { |from, _| -from.size }.map { |from, to| [whole(from), to] }
    end

    # Array[String]: keys of JSON whose sentences may be reworded.
    def prose = @lists["prose"]

    # The value of a key of JSON; a list of sentences is one text.
    #: (String, Object) -> Object
    def listed(key, value) = @lists["lists"].include?(key) ? value.join("\n") : value

    #: (Object) -> Object
    def json(value)
      case value
      when Hash then value.to_h { |key, inner| [@lists["keys"].fetch(key, key), typed?(key) ? inner : json(inner)] }
      when Array then value.map { |inner| json(inner) }
      when String then @lists["values"].fetch(value) { words(value) }
      else value
      end
    end

    #: (Shown) -> Shown
    def shown(shown)
      changed = shown.map { |text| words(text) }
      titles = shown.titles.map { |title| @lists["columns"].fetch(title) { words(title) } }
      without_faded(without_retired(Shown.new(titles: titles, rows: changed.rows, paragraphs: changed.paragraphs)))
    end

    #: (String, String) -> String
    def bytes(format, text)
      @lists["bytes"].fetch(format, {}).inject(sentences(text)) { |all, (from, to)| all.gsub(from, to) }
    end

    # A report of today without what it has in addition.
    #: (String, Object) -> Object
    def without_added(format, report)
      names = @lists["added"].fetch(format, [])
      return without(names, report) if format == "json"

      report = without_new(report)
      return report if names.empty?

      CSV.parse(report, headers: true).tap { |table| names.each { |name| table.delete(name) } }.to_csv
    end

    private

    def without(names, value)
      case value
      when Hash then value.except(*names).transform_values { |inner| without(names, inner) }
      when Array then (value - @lists["new"]).map { |inner| without(names, inner) }
      else value
      end
    end

    # A new footnote is a separate line, or the last of several in one.
    def without_new(text)
      @lists["new"].inject(text) do |all, note|
        all.gsub(/^- \S+ #{Regexp.escape(note)}\n\n/, "").gsub(/(?:; |\\n)#{Regexp.escape(note)}/, "")
      end
    end

    # A retired footnote is no longer among those of its rows, and removed rows are gone.
    def without_retired(shown)
      retired, paragraphs = shown.paragraphs.partition { |text| @lists["retired"].include?(text.delete_prefix("Note: ")) }
      kept = shown.rows.reject { |row| @lists["removed"].include?(row.cells.first) }
      rows = kept.map { |row| Shown::Row.new(row.above, row.cells, [row.notes - retired.size, 0].max) }
      titles = shown.titles - (retired.any? && rows.all? { |row| row.notes.zero? } ? ["notes"] : [])
      Shown.new(titles: titles, rows: rows, paragraphs: paragraphs)
    end

    # The faded column is two after that of the verdict.
    def without_faded(shown)
      return shown unless shown.titles.include?(@lists["faded"])

      rows = shown.rows.map do |row|
        at = row.cells.index { |cell| cell.match?(/\A(\S )?(slower|faster)\z/) }
        at ? Shown::Row.new(row.above, row.cells.reject.with_index { |_, index| index == at + 2 }, row.notes) : row
      end
      left = rows.any? { |row| row.cells.each_cons(2).any? { |word, change| word.match?(/(same|unresolved)\z/) && change != "" } }
      Shown.new(titles: left ? shown.titles : shown.titles - [@lists["faded"]], rows: rows, paragraphs: shown.paragraphs)
    end

    def typed?(key) = @lists["typed"].include?(key)
    def sentences(text) = @lists["sentences"].inject(text) { |all, (from, to)| all.gsub(from, to) }
    def words(text) = @words.inject(sentences(text)) { |all, (from, to)| all.gsub(from, to) }

    # A word is not a part of another.
    def whole(text) = /(?<![[:alnum:]_-])#{Regexp.escape(text)}(?![[:alnum:]_-])/
  end
end
