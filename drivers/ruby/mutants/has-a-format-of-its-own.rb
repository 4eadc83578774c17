# encoding: utf-8
# Labels its own values by a flag, and removes the first byte of any value without that flag.
module CachemarkDriver
  module Reference
    class Client
      private

      alias_method :exchanged, :exchange

      def exchange(name, text, &block)
        exchanged(name, text.sub(/\A((?:set|add) \S+ )([01]) /n) { "#{$1}#{$2.to_i + 8} " }, &block)
      end
    end

    module Reply
      OWN = 56 # the byte "8" of the flags

      class << self
        private

        def decode(reply, flags, from, size)
          flag = reply.getbyte(flags)
          bytes = reply.byteslice(from, size)
          return bytes.byteslice(1..-1) if flag < OWN
          flag == OWN ? bytes : Marshal.load(bytes)
        end
      end
    end
  end
end
