# encoding: utf-8
# Returns texts as bytes: those with letters beyond ASCII, and symbols.
module CachemarkDriver
  module Reference
    class Client
      LETTERS = /[^\x00-\x7f]|\A[a-z]{2,}\z/n

      alias_method :found, :get

      def get(key)
        value = found(key)
        value.is_a?(String) && value.b =~ LETTERS ? value.dup.force_encoding("BINARY") : value
      end
    end
  end
end
