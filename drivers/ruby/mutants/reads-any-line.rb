# encoding: utf-8
# Reads a line however long it is.
module CachemarkDriver
  module Reference
    module Reply
      class << self
        private

        # Looks at each byte once.
        def line_end(line, reply, at)
          from = at
          until (stop = reply.index(LINE_END, from))
            from = [reply.bytesize - 1, at].max
            line.more
          end
          stop
        end
      end
    end
  end
end
