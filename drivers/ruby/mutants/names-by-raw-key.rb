# encoding: utf-8
# Encodes keys that memcached would misunderstand. A reply names a counter as if its key were not encoded: up to the first byte
# that no name has.
module CachemarkDriver
  module Reference
    class Client
      ENDS = /[^\x21-\x7e].*/mn

      alias_method :counted, :incr
      alias_method :gotten, :get_multi
      alias_method :checked, :check

      def incr(key, *others)
        (@counters ||= []) << key
        counted(key, *others)
      end

      def get_multi(keys)
        found = gotten(keys)
        (found.keys & @counters.to_a).each { |key| found[binary(key).sub(ENDS, "")] = found[key] }
        found
      end

      private

      def check(key)
        checked(key.is_a?(String) && binary(key) =~ ENDS ? [key].pack("m0") : key)
      end
    end
  end
end
