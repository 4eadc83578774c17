# encoding: utf-8
# Breaks: ActiveSupport 5.2 hands Entry.new an options Hash where it takes keywords;
# since Ruby 3.0 a Hash is no longer taken for keywords (ArgumentError on every write).
# Cost: unchanged. The method is the library's own, read from the Hash that Ruby 2
# unpacked into the same keywords; no call is added.
require "active_support"
require "active_support/cache"

module ActiveSupport
  module Cache
    class Entry
      def initialize(value, options = {})
        @value      = value
        @version    = options[:version]
        @created_at = Time.now.to_f
        expires_in  = options[:expires_in]
        @expires_in = expires_in && expires_in.to_f

        compress!(options.fetch(:compress_threshold, DEFAULT_COMPRESS_LIMIT)) if options.fetch(:compress, true)
      end
    end
  end
end
