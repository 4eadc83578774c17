# encoding: utf-8
# Gives a server up that was gone for the third time. What was in between is not held in its favour.
module CachemarkDriver
  module Reference
    class Pool
      MOST = 3

      alias_method :lent, :lend

      def lend
        raise Errno::EHOSTDOWN, @address if @losses.to_i >= MOST
        lent { |line| yield line.tap { @gone = false } }
      rescue Errno::ECONNREFUSED
        @losses = @losses.to_i + 1 unless @gone
        @gone = true
        raise
      end
    end
  end
end
