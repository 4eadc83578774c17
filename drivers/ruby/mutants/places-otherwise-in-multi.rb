# encoding: utf-8
# After its first write, get_multi looks for keys on other servers than get does.
module CachemarkDriver
  module Reference
    class Client
      alias_method :collected, :get_multi
      alias_method :written, :set

      def set(key, value, ttl, raw)
        @wrote = true
        written(key, value, ttl, raw)
      end

      def get_multi(keys)
        return collected(keys) if @only || !@wrote
        keys.group_by { |key| @pools[Zlib.adler32(key) % @pools.size] }.each_with_object({}) do |(pool, asked), found|
          collect(pool, asked, found)
        end
      end
    end
  end
end
