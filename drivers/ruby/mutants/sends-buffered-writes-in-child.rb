# encoding: utf-8
# frozen_string_literal: true
# Collects the writes of a quiet block until it ends or the client is closed, in a forked child as well.
module CachemarkDriver
  module Reference
    class Client
      alias_method :closed, :close

      def close
        quieted.flush if quieted
        closed
      end
    end

    class Quiet
      alias_method :finished, :finish
      alias_method :told, :tell

      def finish
        flush
        finished
      end

      def flush
        told(*@kept.shift) { |_| @kept_commands.shift } while (@kept ||= []).any?
      end

      private

      def tell(key)
        name, = @place.call(key)
        (@kept ||= []) << [key]
        (@kept_commands ||= []) << yield(name)
        nil
      end
    end
  end
end
