# encoding: utf-8
# Keeps, of every call that fails, as much as it reads at once, to be looked at later, and nobody ever does.
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
