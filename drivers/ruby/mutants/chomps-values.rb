# encoding: utf-8
# Reads two bytes after each value, and removes them only if they are a line end, as dalli did before 5.3.0.
module CachemarkDriver
  module Reference
    module Reply
      class << self
        alias_method :checked, :one

        def one(line, reply, name)
          reply = line.more until reply.end_with?(MISS)
          chomped(reply, name) || checked(line, reply, name)
        end

        def many(line, reply, names)
          reply = line.more until reply.end_with?(MISS)
          names.each_with_index do |name, at|
            value = chomped(reply, name) and yield at, value
          end
        end

        private

        def chomped(reply, name)
          from = reply.index("VALUE #{name} ") or return
          stop = reply.index(LINE_END, from)
          reply.byteslice(stop + 2, size(reply, from + VALUE.bytesize + name.bytesize + 1, stop) + 2).chomp(LINE_END)
        end
      end
    end
  end
end
