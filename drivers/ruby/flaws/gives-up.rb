# encoding: utf-8
# Never connects again to a server that could not be connected to once.
module CachemarkDriver
  module Reference
    class Pool
      private

      def take
        raise Errno::EHOSTDOWN, @address if @given_up
        return @idle.pop(true) unless @idle.empty?
        begin
          Line.new(@address, @timeout)
        rescue SystemCallError
          @given_up = true
          raise
        end
      end
    end
  end
end
