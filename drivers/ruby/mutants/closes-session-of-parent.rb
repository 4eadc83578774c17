# encoding: utf-8
# frozen_string_literal: true
# Ends the TLS session when it closes a connection, also in a child, whose parent uses the session.
module CachemarkDriver
  module Reference
    class TlsIo
      def close; @ssl.close end
    end
  end
end
