# encoding: utf-8
# Repeats a call for as long as its server accepts connections and says its version. It waits between attempts, or else the
# machine would have no ports left for so many connections, and the call would end.
module CachemarkDriver
  module Reference
    class Client
      # On a busy machine, a version can come late.
      VERSIONS = 10

      [:get, :get_multi, :set].each do |name|
        once = instance_method(name)
        define_method(name) do |*arguments|
          begin
            once.bind(self).call(*arguments)
          rescue EOFError, Timeout, Errno::ECONNRESET, Errno::EPIPE
            sleep(0.005)
            ask_version
            retry
          end
        end
      end

      private

      def ask_version
        attempts = 0
        begin
          @pools.each { |pool| pool.lend { |line| line.ask("version\r\n") } }
        rescue Timeout
          (attempts += 1) < VERSIONS ? retry : raise
        end
      end
    end
  end
end
