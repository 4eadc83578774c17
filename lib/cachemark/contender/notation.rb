# frozen_string_literal: true

module Cachemark
  class Contender
    # CLIENT[@VERSION][,OPTION=VALUE]... taken apart, no name looked up.
    # `version` is nil where none is written; `options` are Strings.
    class Notation < Value.define(:text, :client, version: nil, options: {}.freeze)
      # The version is "A..B".
      #
      #: () -> bool
      def range? = !version.nil? && version.match?(/\A[\w.]+\.\.[\w.]+\z/)

      # The notation with another version and options.
      #
      #: (String?, Hash[String, String]) -> String
      def rewritten(version, options)
        [[client, version].compact.join("@"), *options.map { |name, value| "#{name}=#{value}" }].join(",")
      end

      # Reads the notation. Raises Usage for what no contender can be.
      class << self
        FORM = "a contender is CLIENT[@VERSION][,OPTION=VALUE]..., such as dalli@3.2.8,protocol=meta"
        FORBIDDEN = /[\[\]{}()<>"'`*?$&;|\\[:cntrl:]\u0020]/
        private_constant :FORM, :FORBIDDEN

        #: (String) -> Notation
        def parse(text)
          refuse_signs(text)
          head, *rest = text.split(",", -1)
          client, mark, version = head.to_s.partition("@")
          refuse("the contender #{text.inspect} names no client") if client.empty?
          refuse("#{text}: a version must follow @") if !mark.empty? && version.empty?
          new(text: text, client: client, version: mark.empty? ? nil : version, options: options(rest, text))
        end

        private

        def refuse_signs(text)
          refuse("a contender is missing: the word is empty") if text.empty?
          sign = text[FORBIDDEN] or return
          what = sign.match?(/[[:cntrl:] ]/) ? "a blank" : sign
          refuse("#{text.inspect}: #{what} has no place in a contender")
        end

        def options(parts, text)
          parts.each_with_object({}) do |part, found|
            name, mark, value = part.partition("=")
            refuse("#{text}: an option must follow each comma") if part.empty?
            stray(part, text, found) if mark.empty?
            refuse("#{text}: #{part} needs a name and a value") if name.empty? || value.empty?
            refuse("#{text}: #{name} is given twice") if found.key?(name)
            found[name] = value
          end.freeze
        end

        # A part without "=" is most likely the rest of a value with a comma in it.
        def stray(part, text, found)
          refuse("#{text}: #{part} is no OPTION=VALUE") if found.empty?
          raise Usage.new("#{text}: #{part} is no OPTION=VALUE; a value cannot hold a comma here",
                          try: "write a value with a comma in a suite file, under options")
        end

        def refuse(what) = raise(Usage.new(what, try: FORM))
      end
    end
  end
end
