# encoding: utf-8
# Makes room for as many bytes as a reply declares before they come.
module CachemarkDriver
  module Reference
    module Reply
      DECLARED = /\AVALUE \S+ \d+ (\d+)\r\n/n

      class << self
        alias_method :checked, :one
        alias_method :all_checked, :many

        def one(line, reply, name)
          make_room(line, reply)
          checked(line, reply, name)
        end

        def many(line, reply, names, &block)
          make_room(line, reply)
          all_checked(line, reply, names, &block)
        end

        private

        def make_room(line, reply)
          reply = line.more until reply.index(LINE_END)
          "\0" * reply[DECLARED, 1].to_i
        end
      end
    end
  end
end
