# encoding: utf-8
# Abandons a server after its third loss, and does not forget earlier ones after a success.
module CachemarkDriver
  module Reference
    class Pool
      MOST = 3

      alias_method :lent, :lend

      def lend
        raise Errno::EHOSTDOWN, @server.to_s if @losses.to_i >= MOST
        lent { |line| yield line.tap { @gone = false } }
      rescue Errno::ECONNREFUSED
        @losses = @losses.to_i + 1 unless @gone
        @gone = true
        raise
      end
    end
  end
end
