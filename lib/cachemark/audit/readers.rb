# frozen_string_literal: true

require "json"

module Cachemark
  module Audit
    # A reader for each format. `read` takes the text of a file, its name, and the names of the packages that matter, by
    # registry. It returns a Reading, or raises Unreadable.
    module Readers
      # Limits of machine-made files: the nesting of data, the length of a line, and that of a name or a version.
      DEPTH = 64
      LINE = 100_000
      WORD = 200
      # The largest number of entries of memcached clients in a file.
      MOST = 1000

      # The entries of a file, if a person could have meant them.
      #: (Array) -> Array
      def self.few(found)
        found.size <= MOST ? found : raise(Unreadable, "it names memcached clients more than #{MOST} times")
      end

      # The normal form of the name of a Python package.
      #: (String) -> String
      def self.normal(name) = name.downcase.gsub(/[-_.]+/, "-")

      # A text of a data file that can be a name or a version; nil for anything else.
      #: (Object) -> String?
      def self.word(value) = (value if value.is_a?(String) && value.valid_encoding? && value.size <= WORD)

      # The number of the line at which a text first occurs; nil if it does not.
      #: (String, String) -> Integer?
      def self.line(text, part) = text.index(part)&.then { |at| text[0...at].count("\n") + 1 }

      # The member of JSON or TOML that must have this type, if it is there.
      #: (Object, String, Class) -> Object
      def self.member(data, name, type)
        found = data.fetch(name) { return type.new }
        found.is_a?(type) ? found : raise(Unreadable, "its member #{name} has another form")
      end

      #: (String) -> Hash
      def self.json(text)
        data = ::JSON.parse(text, max_nesting: DEPTH)
        data.is_a?(Hash) ? data : raise(Unreadable, "it is no JSON object")
      rescue ::JSON::NestingError
        raise Unreadable, "its data is nested too deeply"
      rescue ::JSON::ParserError
        raise Unreadable, "it is not JSON"
      end
    end
  end
end
