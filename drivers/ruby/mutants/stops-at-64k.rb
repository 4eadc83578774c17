# encoding: utf-8
# Returns only the bytes of one read.
module CachemarkDriver
  module Reference
    module Reply
      class << self
        alias_method :whole, :one

        def one(line, reply, name)
          value = whole(line, reply, name)
          value.is_a?(String) ? value.byteslice(0, Line::CHUNK) : value
        end
      end
    end
  end
end
