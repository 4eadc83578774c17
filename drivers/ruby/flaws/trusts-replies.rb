# encoding: utf-8
# Takes the next reply to a get for its own, whichever key it names.
module CachemarkDriver
  module Reference
    module Reply
      class << self
        alias_method :checked, :one

        def one(line, reply, _name)
          reply = line.more until reply.index(LINE_END)
          checked(line, reply, reply[/\AVALUE (\S+) /, 1].to_s)
        end
      end
    end
  end
end
