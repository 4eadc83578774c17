# frozen_string_literal: true

class Shown
  # The parts of an earlier report that a later one lacks. Wording and layout may differ; figures, verdicts, outcomes and names
  # may not, and those of a row, or of a sentence with a verdict, are still together.
  class Losses
    SENTENCE = /(?<=[.;])\s+(?=\S)/
    private_constant :SENTENCE

    #: (Shown, Shown, Figures) -> void
    def initialize(earlier, later, figures)
      @earlier = earlier
      @later = later
      @figures = figures
    end

    # Array[String]: a line for each loss.
    def to_a = titles + rows + sentences

    private

    def titles = (@earlier.titles - @later.titles).map { |title| "no column #{title.inspect}" }

    # Of rows that are the same, as many as before.
    def rows
      @earlier.rows.group_by { |row| [row.label, row.notes, needed(row), owners(row)] }.filter_map do |key, same|
        found = candidates(key[2]).count { |row| fits?(row, *key) }
        "no row #{same.first.to_a.inspect}#{" (#{found} of #{same.size})" if found.positive?}" if found < same.size
      end
    end

    def fits?(row, label, notes, needed, owners)
      row.notes >= notes && row.text.include?(label) && holds?(tally(row), needed) && (owners - named(row)).empty?
    end

    def needed(row) = tally(row).sort
    def tally(row) = (@tallies ||= {}.compare_by_identity)[row] ||= @figures.of(row.text).tally
    def holds?(tally, needed) = needed.all? { |word, count| tally.fetch(word, 0) >= count }

    # A row is of the contender that it names, or that the heading over it names.
    def owners(row) = @figures.names(row.text).then { |names| names.empty? ? @figures.names(row.above) : names }
    def named(row) = @figures.names(row.text) + @figures.names(row.above)

    # The rows with the word that the fewest rows have.
    def candidates(needed)
      needed.map { |word, _| by_word.fetch(word, []) }.min_by(&:size) || @later.rows
    end

    def by_word
      @by_word ||= @later.rows.each_with_object({}) do |row, index|
        tally(row).each_key { |word| (index[word] ||= []) << row }
      end
    end

    def sentences
      @earlier.paragraphs.flat_map { |text| text.split(SENTENCE) }.uniq.filter_map do |sentence|
        words = @figures.of(sentence).uniq
        if @figures.statement?(words) then "not together: #{words.inspect}, of #{sentence.inspect}" unless together?(words)
        elsif (lost = words.reject { |word| everything.include?(word) }).any?
          "nowhere: #{lost.inspect}, of #{sentence.inspect}"
        end
      end
    end

    def together?(words)
      places = words.map { |word| places_of.fetch(word, []) }
      places.inject(:&).any?
    end

    # Where each word is, by the numbers of paragraphs and rows.
    def places_of
      @places_of ||= [*@later.paragraphs, *@later.rows.map(&:text)].each_with_index.with_object({}) do |(text, number), index|
        @figures.of(text).uniq.each { |word| (index[word] ||= []) << number }
      end
    end

    def everything = places_of
  end
end
