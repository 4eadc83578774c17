# encoding: utf-8
# Waits for a reply to begin for so long and no longer, and then for the rest of it for as long as it takes.
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
