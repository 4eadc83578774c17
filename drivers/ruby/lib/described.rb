# encoding: utf-8
module CachemarkDriver
  # Values that describe themselves: KEY|VERSION|TAIL.
  module Described
    class << self
      def text(key, version, tail)
        "#{key}|#{version}|#{tail}"
      end

      # Integer: the version of a value of this key; nil for anything else.
      def version(actual, key, tail)
        return nil unless actual.is_a?(String)
        name, version, rest = ReplyCheck.bytes(actual).split("|", 3)
        version.to_i if name == ReplyCheck.bytes(key) && version =~ /\A\d+\z/ && rest == ReplyCheck.bytes(tail)
      end
    end
  end
end
