# encoding: utf-8
# Reads as many bytes as were declared, whatever follows them.
module CachemarkDriver
  module Reference
    module Reply
      class << self
        alias_method :checked, :one

        def one(line, reply, name)
          reply = line.more until reply.end_with?(MISS)
          stop = reply.index(LINE_END)
          head = "VALUE #{name} "
          return checked(line, reply, name) unless reply.start_with?(head)
          decode(reply, head.bytesize, stop + 2, size(reply, head.bytesize, stop))
        end

        def many(line, reply, names)
          reply = line.more until reply.end_with?(MISS)
          names.each_with_index do |name, at|
            head = "VALUE #{name} "
            from = reply.index(head) or next
            stop = reply.index(LINE_END, from += head.bytesize)
            yield at, decode(reply, from, stop + 2, size(reply, from, stop))
          end
        end
      end
    end
  end
end
