# encoding: utf-8
# The part that mutants share which take other replies to a get for a miss. On its own it takes none.
module CachemarkDriver
  module Reference
    module Reply
      class << self
        alias_method :checked, :one
        alias_method :all_checked, :many

        def one(line, reply, name)
          reply = line.more until reply.index(LINE_END)
          miss?(reply) ? nil : checked(line, reply, name)
        end

        def many(line, reply, names, &block)
          reply = line.more until reply.index(LINE_END)
          all_checked(line, reply, names, &block) unless miss?(reply)
        end

        # reply: at least its first line.
        def miss?(_reply) false end
      end
    end
  end
end
