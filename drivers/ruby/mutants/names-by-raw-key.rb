# encoding: utf-8
# Encodes keys that memcached would misunderstand, and reads the names in a reply as if they were not encoded: up to the first
# byte that no name has.
module CachemarkDriver
  module Reference
    class Client
      ENDS = /[^\x21-\x7e].*/mn

      alias_method :gotten, :get_multi
      alias_method :checked, :check

      def get_multi(keys)
        found = gotten(keys)
        found.keys.each { |key| found[binary(key).sub(ENDS, "")] = found[key] }
        found
      end

      private

      def check(key)
        checked(binary(key) =~ ENDS ? [key].pack("m0") : key)
      end
    end
  end
end
