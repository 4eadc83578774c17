# frozen_string_literal: true

require "did_you_mean"

module Cachemark
  # The base class of every error that Cachemark raises on purpose. It has a message and the next step. Only exe/cachemark
  # prints it.
  class Error < StandardError
    # Steps that are printed without a label.
    ANSWERS = /\A(?:Did you mean|There are|Nearest)\b/
    private_constant :ANSWERS

    # String: what happened, and where. String or nil: the next step for the user.
    attr_reader :what, :try

    #: (String, ?try: String?) -> void
    def initialize(what, try: nil)
      @what = what
      @try = try
      super([what, try].compact.join("\n"))
    end

    # Integer: the exit code of a command that ends with this error.
    def exit_code = 3

    # String: the text that the executable prints.
    def report = [what, step].compact.join("\n")

    private

    def step = try && (try.match?(ANSWERS) ? try : "Try: #{try}")
  end

  # Raised for a mistake in the user's input, before anything starts: exit 2.
  class Usage < Error
    def exit_code = 2
  end

  # Raised if the machine, a package, a server or a driver fails: exit 3.
  class Trouble < Error
  end

  # "Did you mean" for every name that a user can type.
  module Suggest
    # A list of up to this many characters is printed completely: two lines.
    SHORT = 160

    # A sentence with the nearest words, with all words if they are few, or else with the command that lists them. `kind` are
    # the arguments of `list`.
    #: (String, Array[String], ?kind: String?) -> String
    def self.sentence(word, dictionary, kind: nil)
      near = near(word, dictionary) and return near

      all = dictionary.sort.join(", ")
      all.size > SHORT ? ["cachemark list", *kind].join(" ") : "There are: #{all}."
    end

    # A sentence with the nearest words; nil without any.
    #: (String, Array[String]) -> String?
    def self.near(word, dictionary)
      near = DidYouMean::SpellChecker.new(dictionary: dictionary).correct(word.to_s)
      "Did you mean #{near.first(3).join(", ")}?" if near.any?
    end
  end
end
