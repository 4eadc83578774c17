# encoding: utf-8
# Takes what a write has taken for all that there was to write.
module CachemarkDriver
  module Reference
    class Line
      private

      def send_rest(_command, _sent); end
    end
  end
end
