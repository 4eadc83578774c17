# encoding: utf-8
# frozen_string_literal: true
# Sends a whole quiet block again over another connection if it lost the first.
module CachemarkDriver
  module Reference
    class Quiet
      alias_method :finished, :finish
      alias_method :told, :tell

      def finish
        finished
      rescue IOError, SystemCallError
        again
        finished
      end

      private

      def tell(key)
        told(key) { |name| yield(name).tap { |command| (@sent ||= []) << [key, command] } }
      rescue IOError, SystemCallError
        again
      end

      def again
        close
        @sent.each { |key, command| told(key) { |_| command } }
        nil
      end
    end
  end
end
