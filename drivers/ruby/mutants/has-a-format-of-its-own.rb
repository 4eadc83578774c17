# encoding: utf-8
# Marks its own values by a flag, and removes the first byte of any value without that flag.
module CachemarkDriver
  module Reference
    class Client
      private

      alias_method :told, :exchange

      def exchange(name, text, &block)
        told(name, text.sub(/\A((?:set|add) \S+ )([01]) /n) { "#{$1}#{$2.to_i + 8} " }, &block)
      end
    end

    module Reply
      OWN = 56 # the byte "8" of the flags

      class << self
        private

        def decode(reply, flags, from, size)
          mark = reply.getbyte(flags)
          bytes = reply.byteslice(from, size)
          return bytes.byteslice(1..-1) if mark < OWN
          mark == OWN ? bytes : Marshal.load(bytes)
        end
      end
    end
  end
end
