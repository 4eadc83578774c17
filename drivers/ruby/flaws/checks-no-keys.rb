# encoding: utf-8
# Sends every key as it is: what stands behind a line end in it is a command of its own.
module CachemarkDriver
  module Reference
    class Client
      private

      def check(key) key end
    end
  end
end
