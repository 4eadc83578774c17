# frozen_string_literal: true

module Cachemark
  module Proxy
    # The protocols of lines: classic text and meta, which a connection may mix.
    module Ascii
      # What ends without a reply that says what became of it.
      ERROR = /\A(?:ERROR|CLIENT_ERROR|SERVER_ERROR)\b/

      # The number that a word is, nil for any other word.
      #: (String?) -> Integer?
      def self.number(word) = word&.match?(/\A-?\d{1,20}\z/) ? Integer(word, 10) : nil

      # The dialect of a command.
      #: (String) -> Module
      def self.dialect(name) = Meta::NAMES.include?(name) ? Meta : Classic
    end
  end
end
