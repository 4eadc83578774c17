# encoding: utf-8
# Keeps a buffer of each failed call, for a diagnosis that nobody makes.
module CachemarkDriver
  module Reference
    class Pool
      private

      alias_method :given, :give

      def give(line, answered)
        (@kept ||= []) << "x" * Line::CHUNK unless answered
        given(line, answered)
      end
    end
  end
end
