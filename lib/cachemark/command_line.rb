# frozen_string_literal: true

module Cachemark
  # A command as a person would type it: only words with special characters of the shell are quoted.
  module CommandLine
    PLAIN = %r{\A[\w.,:=/@%+-]+\z}
    private_constant :PLAIN

    #: (Array[String]) -> String
    def self.of(words)
      ["cachemark", *words].map { |word| word.match?(PLAIN) ? word : "'#{word.gsub("'", %q('\\\\''))}'" }.join(" ")
    end

    # Only these options, with their values.
    #: (Array[String], *String) -> Array[String]
    def self.only(words, *options) = split(words, options).first

    # The words without these options and their values.
    #: (Array[String], *String) -> Array[String]
    def self.without(words, *options) = split(words, options).last

    # [words that are these options and their values, the others]
    def self.split(words, options)
      words.each_with_index.partition do |word, index|
        options.any? { |one| word == one || word.start_with?("#{one}=") || (index.positive? && words[index - 1] == one) }
      end.map { |part| part.map(&:first) }
    end
    private_class_method :split
  end
end
