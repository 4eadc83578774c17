# frozen_string_literal: true

require "json"
require "ripper"
require "yaml"

module Check
  # The sentences of a source that is no Markdown: literals of three words or more. Messages, help texts, reports and the
  # descriptions of the catalogue and the schemas are made of them.
  class Strings
    Sentence = Struct.new(:line, :text)

    WORDS = /\S+\s+\S+\s+\S/

    # Of a file's text, by the suffix of its path: .yml, .json, else Ruby.
    #
    #: (String, String) -> Array[Sentence]
    def self.of(path, source)
      found = case File.extname(path)
              when ".yml" then data(YAML.safe_load(source, aliases: true), source)
              when ".json" then data(JSON.parse(source), source)
              else new(source).literals
              end
      lines(found).select { |sentence| sentence.text.match?(WORDS) }
    end

    # Each line of a literal is a sentence: a heredoc has many.
    def self.lines(sentences)
      sentences.flat_map do |sentence|
        sentence.text.lines(chomp: true).map { |text| Sentence.new(sentence.line, text.gsub(/`[^`]*`/, "CODE")) }
      end
    end

    # The texts in a document, with the lines of the source in which they begin.
    def self.data(value, source)
      case value
      when Hash then value.values.flat_map { |element| data(element, source) }
      when Array then value.flat_map { |element| data(element, source) }
      when String then [Sentence.new(source[0, source.index(value[/\A\S*/]) || 0].count("\n") + 1, value)]
      else []
      end
    end
    private_class_method :lines, :data

    #: (String) -> void
    def initialize(source)
      @tree = Ripper.sexp(source) || []
    end

    # The literals of a Ruby source. Adjacent ones are one, and an interpolation is one word.
    #
    #: () -> Array[Sentence]
    def literals = found(@tree)

    private

    def found(node)
      return [] unless node.is_a?(Array)
      return node.flat_map { |child| found(child) } unless %i[string_literal string_concat].include?(node[0])

      [Sentence.new(line(node), text(node)), *interpolated(node)]
    end

    def text(node)
      case node
      in [:string_concat, *parts] then parts.map { |part| text(part) }.join
      in [:string_literal, [:string_content, *parts]]
        parts.map { |part| part[0] == :@tstring_content ? part[1] : "CODE" }.join
      else ""
      end
    end

    # The literals inside of interpolations.
    def interpolated(node)
      return node.drop(1).flat_map { |part| interpolated(part) } if node[0] == :string_concat

      node[1].drop(1).reject { |part| part[0] == :@tstring_content }.flat_map { |part| found(part) }
    end

    def line(node)
      return node[2][0] if node[0] == :@tstring_content

      node.each { |child| found = child.is_a?(Array) && line(child) and return found }
      nil
    end
  end
end
