# encoding: utf-8
# Takes a partial write for a whole one.
module CachemarkDriver
  module Reference
    class Line
      private

      def send_rest(_command, _sent); end
    end
  end
end
