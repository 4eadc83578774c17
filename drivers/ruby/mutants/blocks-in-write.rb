# encoding: utf-8
# Writes without a deadline.
module CachemarkDriver
  module Reference
    class Line
      private

      def send_rest(command, sent)
        @io.write(command.byteslice(sent..-1))
      end
    end
  end
end
