# encoding: utf-8
# Waits for only a part of its timeout.
module CachemarkDriver
  module Reference
    class Line
      SHORT_S = 0.09

      private

      def await
        IO.select([@io], nil, nil, SHORT_S) || raise(Timeout, "no reply within #{@timeout} s")
      end
    end
  end
end
