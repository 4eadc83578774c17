# encoding: utf-8
# Has a deadline for the beginning of a reply, and none for the rest.
module CachemarkDriver
  module Reference
    class Line
      def more
        IO.select([@io])
        @buffer << @io.readpartial(CHUNK)
      end
    end
  end
end
