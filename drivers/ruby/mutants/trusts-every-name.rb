# encoding: utf-8
require "openssl"

# Verifies that an authority vouches for the server, and not that the certificate is that of the server.
module CachemarkDriver
  module Reference
    class Server
      alias_method :with_names, :initialize

      def initialize(address, context = nil, login = nil)
        context.verify_hostname = false if context
        with_names(address, context, login)
      end
    end

    class TlsIo
      def identify(_host) end
    end
  end
end
