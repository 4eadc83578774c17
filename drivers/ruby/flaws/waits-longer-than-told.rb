# encoding: utf-8
# Waits twenty times as long as its timeout says.
module CachemarkDriver
  module Reference
    class Line
      alias_method :told, :initialize

      def initialize(address, timeout)
        told(address, timeout * 20)
      end
    end
  end
end
