# encoding: utf-8
# Breaks: memcache-client 1.5.0 (the gem and the copy in Rails 2.2.2) calls
# Kernel#timeout, which Ruby 3.0 dropped (Timeout.timeout stayed).
# Cost: unchanged. These versions call it once per connection, never per operation.
require "timeout"

module Kernel
  unless private_method_defined?(:timeout) || method_defined?(:timeout)
    private

    def timeout(seconds, error = nil, &block)
      Timeout.timeout(seconds, error, &block)
    end
  end
end
