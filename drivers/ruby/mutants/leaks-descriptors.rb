# encoding: utf-8
# Gives a connection up after an error, and does not close it.
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
