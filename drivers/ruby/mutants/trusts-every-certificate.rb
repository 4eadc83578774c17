# encoding: utf-8
require "openssl"

# Verifies no certificate.
module CachemarkDriver
  module Reference
    class Server
      alias_method :trusting, :initialize

      def initialize(address, context = nil, login = nil)
        if context
          context = OpenSSL::SSL::SSLContext.new
          context.verify_mode = OpenSSL::SSL::VERIFY_NONE
        end
        trusting(address, context, login)
      end
    end
  end
end
