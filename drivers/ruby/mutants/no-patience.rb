# encoding: utf-8
# Waits for a part of the time that it was told to wait.
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
