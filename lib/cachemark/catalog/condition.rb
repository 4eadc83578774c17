# frozen_string_literal: true

module Cachemark
  class Catalog
    # When a line of a catalogue entry applies: version requirements by name, all
    # of which must hold. Names are "version" (of what the row is named after), "ruby" (of the
    # runtime, by its language's option), "servers", or a gem's. A name that nothing is known of
    # holds not.
    Condition = Value.define(:requirements) do
      # An empty or absent condition always holds.
      #
      #: (Hash[String, String]?) -> Condition
      def self.of(hash) = new(requirements: (hash || {}).to_h { |name, text| [name, text.to_s.freeze] }.freeze)

      # `facts` maps a name to an exact version (String).
      #
      #: (Hash[String, String]) -> bool
      def met?(facts)
        requirements.all? { |name, text| facts[name] && holds?(text, facts[name].to_s) }
      end

      private

      def holds?(text, version)
        Gem::Version.correct?(version) && Gem::Requirement.new(text.split(/\s*,\s*/)).satisfied_by?(Gem::Version.new(version))
      end
    end
  end
end
