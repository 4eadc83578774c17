# frozen_string_literal: true

module Cachemark
  module Report
    # A command as a person would type it: only what a shell would take for something else is quoted.
    module CommandLine
      PLAIN = %r{\A[\w.,:=/@%+-]+\z}
      private_constant :PLAIN

      #: (Array[String]) -> String
      def self.of(words)
        ["cachemark", *words].map { |word| word.match?(PLAIN) ? word : "'#{word.gsub("'", %q('\\\\''))}'" }.join(" ")
      end
    end
  end
end
