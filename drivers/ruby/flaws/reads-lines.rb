# encoding: utf-8
# Reads a value to the end of its line, whatever its length is.
module CachemarkDriver
  module Reference
    module Reply
      class << self
        private

        alias_method :whole, :decode

        def decode(reply, flags, from, size)
          line = reply.index(LINE_END, from) - from
          reply.getbyte(flags) == MARSHALLED ? cut(whole(reply, flags, from, size)) : whole(reply, flags, from, [size, line].min)
        end

        def cut(value)
          value.is_a?(String) ? value.byteslice(0, value.index(LINE_END) || value.bytesize) : value
        end
      end
    end
  end
end
