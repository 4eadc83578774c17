# encoding: utf-8
# Returns from set_multi and delete_multi as if all keys were done, whatever the server said, as dalli did until its issue 1149.
module CachemarkDriver
  module Reference
    class Client
      alias_method :stored_all, :set_multi
      alias_method :deleted_all, :delete_multi

      def set_multi(pairs, ttl, raw)
        stored_all(pairs, ttl, raw)
      rescue BadReply
        true
      end

      def delete_multi(keys)
        deleted_all(keys)
      rescue BadReply
        []
      end
    end
  end
end
