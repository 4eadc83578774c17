# frozen_string_literal: true

require "uri"

module Cachemark
  module Env
    # The address of a gem source with and without the credentials that it may hold.
    module Source
      #: (String) -> String
      def self.public(address)
        uri = URI(address)
        uri.user = uri.password = nil
        uri.to_s
      end

      # What tells Bundler the credentials: BUNDLE_HOST__NAME=user:password.
      #
      #: (String) -> Hash[String, String]
      def self.credentials(address)
        uri = URI(address)
        return {} unless uri.userinfo

        { "BUNDLE_#{uri.host.gsub(".", "__").gsub("-", "___").upcase}" => uri.userinfo }
      end
    end
  end
end
