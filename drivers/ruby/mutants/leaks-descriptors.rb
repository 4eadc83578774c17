# encoding: utf-8
# Abandons a connection after an error without closing it.
module CachemarkDriver
  module Reference
    class Pool
      private

      def give(line, answered)
        answered ? @idle.push(line) : (@lost ||= []).push(line)
      end
    end
  end
end
