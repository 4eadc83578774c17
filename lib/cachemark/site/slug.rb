# frozen_string_literal: true

require "digest"

module Cachemark
  module Site
    # A file's name for whatever a client or a version is called: `ruby/dalli` and `4.3.10` stay readable, any other name is cut
    # down to what is safe in every folder and address, with a piece of its digest, so that no two are one.
    module Slug
      PLAIN = %r{\A(?:[a-z]+/[a-z0-9]+(?:[._-][a-z0-9]+)*|\d[0-9a-z]*(?:[.-][0-9a-z]+)*)\z}
      LONGEST = 60
      private_constant :PLAIN, :LONGEST

      #: (String) -> String
      def self.of(name)
        return name.tr("/", "-") if PLAIN.match?(name) && name.size <= LONGEST

        safe = name.downcase.gsub(/[^a-z0-9.]+/, "-").gsub(/\A[.-]+|[.-]+\z/, "")[0, LONGEST]
        "#{safe}~#{Digest::SHA256.hexdigest(name)[0, 12]}"
      end
    end
  end
end
