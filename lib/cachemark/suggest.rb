# frozen_string_literal: true

require "did_you_mean"

module Cachemark
  # "Did you mean" for every name a user can type.
  module Suggest
    # Characters of a dictionary that is still short: two lines.
    SHORT = 160

    # A sentence naming the nearest words, or the whole dictionary when it is short.
    #
    #: (String, Array[String]) -> String
    def self.sentence(word, dictionary)
      near = DidYouMean::SpellChecker.new(dictionary: dictionary).correct(word.to_s)
      return "Did you mean #{near.first(3).join(", ")}?" if near.any?

      all = dictionary.sort.join(", ")
      all.size > SHORT ? "There are #{dictionary.size}; see: cachemark list." : "There are: #{all}."
    end
  end
end
