# encoding: utf-8
# Waits for another password where the server refuses its own.
require File.expand_path("../parts/sasl.rb", __FILE__)

module CachemarkDriver
  module Reference
    class Line
      alias_method :log_in_once, :log_in

      def log_in(request)
        log_in_once(request)
      rescue BadReply
        sleep
      end
    end
  end
end
