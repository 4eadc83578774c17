# encoding: utf-8
# Sends amounts, initial values and lifetimes unchanged, whatever they are.
module CachemarkDriver
  module Reference
    class Client
      private

      def Integer(given) given end # rubocop:disable Naming/MethodName
    end
  end
end
