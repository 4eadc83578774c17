# frozen_string_literal: true

class Shown
  # The words of a text that a report may not lose: figures with their units, versions, names of contenders, scenarios and
  # cases, verdicts and outcomes. Spaces, commas and the sign ± make no difference.
  class Figures
    OUTCOMES = Cachemark::Vocabulary::Outcomes::ALL
    VERDICTS = %w[faster slower same unresolved invalid unavailable failed regression passed improvement unchanged].freeze
    UNITS = "%|us|µs|ns|ms|s|min|h|KB|MB|GB|TB|KiB|MiB|GiB|bytes|x|/s"
    NUMBER = /(?:(?<![\w.)])[-+])?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:e-?\d+)?/
    WORD = /
      (?<outcome>\b(?:#{OUTCOMES.join("|")})\b) |
      (?<verdict>\b(?:#{VERDICTS.join("|")})\b) |
      (?<path>\b[a-z][a-z-]*\/[a-z0-9][a-z0-9{},*-]*) |
      (?<interval>\[#{NUMBER},\s#{NUMBER}\]) |
      (?<course>#{NUMBER}\s->\s#{NUMBER}(?:\s(?:#{UNITS})(?!\w))?) |
      (?<date>\b\d{4}-\d\d-\d\d(?:T[\d:]+Z)?) |
      (?<version>(?<![\d.])\d+(?:\.\d+){2,}) |
      (?<name>\b[A-Za-z_][A-Za-z_-]*\d\w*(?:-\d+)*) |
      (?<hash>\b(?=\d*[a-f])[0-9a-f]{8,}\b) |
      (?<number>#{NUMBER}(?:\s?(?:#{UNITS})(?!\w))?)
    /x
    # A number with decimals, unless it is a share or a ratio.
    MEAN = /\d+\.\d+(?![\d.]|e|%|x)/
    private_constant :UNITS, :NUMBER, :WORD, :MEAN

    # `known` are names that are found as they are, such as dalli@2.7.11.
    #: (Array[String]) -> void
    def initialize(known)
      names = known.sort_by { |name| -name.size }.map { |name| Regexp.escape(name) }
      @known = names.empty? ? /(?!)/ : %r{(?<![\w@/-])(?:#{names.join("|")})(?![\w@/]|[,.-]\w)}
      @word = /(?<known>#{@known})|#{WORD}/x
      @of = {}
    end

    # Array[String]; what a report cut short, as in "69…", is not among them.
    #: (String) -> Array[String]
    def of(text)
      @of[text] ||= begin
        found = []
        text.gsub(/\S*…/, " ").scan(@word) { found << plain($~) }
        found.compact
      end
    end

    # The bounds of an interval, and what became what, are one word each. Times and means have three digits, and once had four.
    # A fourth digit of 5 may have been rounded up or down, so such a word is nil.
    def plain(match)
      return match.to_s.delete(" ") if match[:interval]

      text = match.to_s.delete(" ,")
      return text unless match[:number] || match[:course]

      text.gsub(MEAN) { |number| number.delete(".").match?(/\A0*[1-9]\d\d5\z/) ? (return nil) : format("%.3g", number.to_f) }
    end

    # Array[String]: the names of contenders in a text.
    def names(text) = text.scan(@known).uniq

    # Whether a sentence says how something came out.
    def statement?(words) = words.intersect?(OUTCOMES) || words.intersect?(VERDICTS)
  end
end
