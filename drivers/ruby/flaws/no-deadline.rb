# encoding: utf-8
# Waits for a reply for as long as it takes.
module CachemarkDriver
  module Reference
    class Line
      private

      def await
        IO.select([@io])
      end
    end
  end
end
