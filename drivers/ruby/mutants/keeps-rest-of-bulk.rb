# encoding: utf-8
# frozen_string_literal: true
# Gives the values of a bulk get that its caller has left to the next bulk get.
module CachemarkDriver
  module Reference
    class Client
      alias_method :asked, :get_multi

      def get_multi(keys)
        found = Rest.new(asked(keys).merge(@rest || {})) { |rest| @rest = rest }
        @rest = nil
        found
      end

      # A Hash that notes what `each` has not reached.
      class Rest < Hash
        def initialize(found, &note)
          super()
          @note = note
          merge!(found)
        end

        def each
          rest = to_a
          yield(*rest.shift) until rest.empty?
        ensure
          @note.call(Hash[rest]) if rest.any?
        end
      end
    end
  end
end
