# encoding: utf-8
# Never connects to a server that was down at the first call.
module CachemarkDriver
  module Reference
    class Pool
      alias_method :lent, :lend

      def lend
        raise Errno::EHOSTDOWN, @server.to_s if @absent
        lent { |line| yield line.tap { @met = true } }
      rescue SystemCallError
        @absent = true unless @met
        raise
      end
    end
  end
end
