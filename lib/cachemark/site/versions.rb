# frozen_string_literal: true

module Cachemark
  module Site
    # The order of releases; what is no number of a release comes before those that are.
    module Versions
      # Hash or pairs by version, in that order.
      #
      #: (Hash[String, Object]) -> Hash[String, Object]
      def self.sorted(by_version) = by_version.sort_by { |version, _| place(version) }.to_h

      #: (String) -> Array
      def self.place(version)
        Gem::Version.correct?(version) && !version.empty? ? [1, Gem::Version.new(version)] : [0, version]
      end
    end
  end
end
