# frozen_string_literal: true

require "comments"
require "markdown"
require "strings"
require "yaml"

module Check
  # People read plain English: short sentences, short paragraphs, none of our old words, and the terms of the field. It looks
  # at Markdown, at the texts of programs (help, messages, reports), at descriptions in the catalogue and the schemas, at
  # comments, and at the names of tests.
  # Exceptions are in check/prose.yml, each with its reason.
  class Prose < Part
    SENTENCE = 30 # words
    PARAGRAPH = 120 # words
    EXCEPTIONS = "check/prose.yml"

    # Pattern => what to write instead. The words of our old style first, then terms that the field calls otherwise.
    WORDS = {
      /\b(?:stands|stood)\b|\bstand (?:in|below|beside|above)\b/i => "is, appears",
      /\b(?:told|tells)\b/i => "reports, shows, says",
      /\bmend(?:s|ed|ing)?\b/i => "fix",
      /\banew\b/i => "again",
      /\bbeside\b/i => "next to, as well as",
      /\b(?:leav(?:e|es|ing)|left) (?:away|out)\b/i => "remove, omit",
      /\bof (?:its|their|his|her) own\b(?! \p{L})/i => "its own, separate, private",
      /\b(?:cannot|can not|could not|can no longer|not to) be had\b/i => "unavailable",
      /\bnothing is known of\b/i => "unknown",
      /\bis a row,? too\b/i => "also gets a row",
      /\bthat many\b/i => "N",
      /\bwho takes the\b/i => "which processes use",
      /\b(?:made|makes?) ready\b/i => "prepared, built",
      /\bquick(?:er|est)\b/i => "faster, fastest",
      /\breproach\b/i => "the literal statement",
      /\bx (?:of )?socket\b/ => "× socket",
      /\bthe ruler\b/i => "harness overhead",
      /\bthe same code against itself\b/i => "A/A check",
      /\bsituations?\b/i => "fault",
      /\b(?:taps?|relays?)\b/i => "proxy",
      /\bneighbours?\b/i => "other process",
      /\bstolen\b/i => "steal time",
      /(?<!side )(?<!in )(?<!take )(?<!takes )(?<!no )\beffects?\b/i => "change",
      /\d us\b/ => "µs"
    }.freeze
    # A clause as the subject of a sentence. A question may begin so, and a label of few words.
    CLAUSE = /\A(?:What|Who|Whoever)\b(?:\s+[^\s?]+){7,}\.\z/
    # Programs and data whose texts are read by users.
    TEXTS = %r{\A(?:lib|exe)/.*\.rb\z|\Aexe/|\Acatalog/.*\.(?:yml|json)\z|\Aschema/.*\.json\z|\Adrivers/ruby/.*\.rb\z}

    # Programs and data whose comments are read by us.
    COMMENTED = %r{\.(?:rb|py|yml|sh)\z|\A(?:bin|exe|setup)/[^./]+\z|\A\.ci/}

    # Pages that are made from texts which are read at their source.
    GENERATED = "reference/"

    def problems
      found = @tree.files.flat_map { |path| paragraphs(path).flat_map { |paragraph| faults(path, paragraph) } }
      found.reject { |problem| excepted?(problem) } + idle_exceptions
    end

    private

    def paragraphs(path)
      return [] if path.start_with?(GENERATED)
      return Markdown.new(@tree.read(path)).paragraphs if path.end_with?(".md")

      [*(Strings.of(path, @tree.read(path)) if path.match?(TEXTS)), *(comments(path) if path.match?(COMMENTED))]
    end

    def comments(path)
      source = @tree.read(path)
      names = source.to_enum(:scan, /^ *def (test_\w+)/).map do
        Comments::Paragraph.new($~.pre_match.count("\n") + 1, $~[1].tr("_", " "))
      end
      Comments.of(path, source) + names
    end

    def faults(path, paragraph)
      sentences = Prose.sentences(paragraph.text)
      said = sentences.flat_map { |sentence| long(sentence) + words(sentence) } + bulk(paragraph.text)
      said.map { |problem| "#{path}:#{paragraph.line}: #{problem}" }
    end

    # The sentences of a paragraph.
    #: (String) -> Array[String]
    def self.sentences(text) = text.gsub(/\b(?:e\.g|i\.e|etc|vs)\./, "so").split(/(?<=[.!?])["')\]]*\s+(?=["'(\[]?[\p{Lu}\d×±])/)

    # How many words a text has; signs are none.
    #: (String) -> Integer
    def self.count(text) = text.split.count { |word| word.match?(/[\p{L}\d]/) }

    def long(sentence)
      words = Prose.count(sentence)
      words > SENTENCE ? ["a sentence of #{words} words: #{start(sentence)}"] : []
    end

    def bulk(text)
      words = Prose.count(text)
      words > PARAGRAPH ? ["a paragraph of #{words} words: #{start(text)}"] : []
    end

    def words(sentence)
      found = WORDS.filter_map do |pattern, plain|
        "#{sentence[pattern].inspect} (#{plain}): #{around(sentence, pattern)}" if sentence.match?(pattern)
      end
      sentence.match?(CLAUSE) ? [*found, "a clause as subject: #{start(sentence)}"] : found
    end

    def start(text) = text.split.first(9).join(" ")
    def around(text, pattern) = text[/(?:\S+\s+){0,4}\S*#{pattern}\S*(?:\s+\S+){0,3}/]

    # An exception is for a file (a glob) and the problems that hold its text.
    def excepted?(problem)
      exceptions.any? do |exception|
        applies = File.fnmatch?(exception["file"], problem[/\A[^:]+/], File::FNM_EXTGLOB) &&
                  problem.include?(exception["text"].to_s)
        used[exception] = true if applies
        applies
      end
    end

    # An exception that excepts nothing, or has no reason, is a problem too.
    def idle_exceptions
      idle = exceptions.reject { |exception| used.key?(exception) }
      idle.map { |exception| "#{EXCEPTIONS}: excepts nothing: #{exception.values_at("file", "text").compact.join(", ")}" } +
        exceptions.reject { |exception| exception["reason"] }.map { |exception| "#{EXCEPTIONS}: no reason: #{exception["file"]}" }
    end

    def used = @used ||= {}.compare_by_identity
    def exceptions = @exceptions ||= @tree.file?(EXCEPTIONS) ? YAML.safe_load(@tree.read(EXCEPTIONS)) || [] : []
  end
end
