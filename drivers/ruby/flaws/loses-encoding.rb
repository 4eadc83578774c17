# encoding: utf-8
# Gives texts back as bytes.
module CachemarkDriver
  module Reference
    class Client
      alias_method :found, :get

      def get(key)
        value = found(key)
        value.is_a?(String) && !value.ascii_only? ? value.dup.force_encoding("BINARY") : value
      end
    end
  end
end
