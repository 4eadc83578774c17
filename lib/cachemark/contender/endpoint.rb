# frozen_string_literal: true

module Cachemark
  class Contender
    # The servers that a contender names for its processes, each of which gets fresh ones. A contender without an endpoint uses
    # the servers of the run.
    #
    # - `memcached` is the exact release, or the absolute path, of the program; nil for that of the run.
    class Endpoint < Value.define(memcached: nil)
      # The options of a contender that are about its endpoint, in the order of a notation.
      OPTIONS = %w[memcached].freeze

      # The endpoint that these options of a contender name; nil without any.
      #: (Hash[String, String]) -> Endpoint?
      def self.of(options)
        named = options.slice(*OPTIONS)
        new(**named.transform_keys(&:to_sym)) if named.any?
      end

      # The options that name it: {"memcached" => "1.6.45"}.
      #: () -> Hash[String, String]
      def options = to_h.compact.transform_keys(&:to_s)
    end
  end
end
