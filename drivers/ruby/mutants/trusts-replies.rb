# encoding: utf-8
# Takes the next reply to a get, or value of a get_multi, for its own, whichever key it names.
module CachemarkDriver
  module Reference
    module Reply
      class << self
        alias_method :checked, :one
        alias_method :all_checked, :many

        def one(line, reply, _name)
          reply = line.more until reply.index(LINE_END)
          checked(line, reply, reply[/\AVALUE (\S+) /, 1].to_s)
        end

        def many(line, reply, names, &block)
          reply = line.more until reply.end_with?(MISS)
          said = reply.scan(/^VALUE (\S+) \d+ \d+\r\n/n).flatten
          (said - names).zip(names - said) { |other, name| reply.sub!("VALUE #{other} ", "VALUE #{name} ") if name }
          all_checked(line, reply, names, &block)
        end
      end
    end
  end
end
