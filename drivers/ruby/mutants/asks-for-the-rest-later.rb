# encoding: utf-8
# frozen_string_literal: true
# Asks for the keys of a bulk get that was interrupted in the next one, too.
module CachemarkDriver
  module Reference
    class Client
      alias_method :asked, :get_multi

      def get_multi(keys)
        left, @left = @left || [], keys
        asked(left + keys).tap { @left = nil }
      end
    end
  end
end
