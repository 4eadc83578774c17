# frozen_string_literal: true

require "digest"

module Cachemark
  class Catalog
    # How often each key of a set is used: all equally often ("uniform"), or by Zipf's law ("zipf-0.99"). By that law, the
    # key of rank r has a weight of r to the power of -0.99. An iteration makes CALLS calls, in an order that depends only on
    # the seed. Each key is used as often as its share of the calls says, to within one call.
    class Popularity < Value.define(:text, :count, :seed)
      UNIFORM = "uniform"
      # As many as fill a block.
      CALLS = 500

      # The numbers of the keys, from 0, one for each call.
      #: () -> Array[Integer]
      def sequence
        ranks = Array.new(CALLS) { |call| rank((call + 0.5) / CALLS) }
        Popularity.shuffled(ranks, "#{seed} popularity")
      end

      # The numbers of the keys that do not exist, so that this share of the calls finds a value.
      #: (Float) -> Array[Integer]
      def absent(hit_ratio)
        calls = sequence.tally
        left = (CALLS * (1 - hit_ratio)).round
        Popularity.shuffled(calls.keys.sort, "#{seed} absent").select { |key| calls[key] <= left && (left -= calls[key]) }
      end

      # A list in an order that depends only on a text.
      #: (Array[Object], String) -> Array[Object]
      def self.shuffled(list, text)
        list.each_with_index.sort_by { |_, at| Digest::SHA256.digest("#{text} #{at}") }.map(&:first)
      end

      private

      # The number of the key below which this share of the calls is.
      def rank(share)
        sums = cumulated
        sums.bsearch_index { |sum| sum > share * sums.last }
      end

      def cumulated
        exponent = text == UNIFORM ? 0 : Float(text.delete_prefix("zipf-"))
        sum = 0.0
        (1..count).map { |number| sum += number**-exponent }
      end
    end
  end
end
