# encoding: utf-8
# Decodes what looks like a dump, although it was written as bytes.
require "json"

module CachemarkDriver
  module Reference
    class Client
      alias_method :found, :get

      def get(key)
        bytes = found(key)
        case bytes
        when /\A\x04\x08/n then Marshal.load(bytes)
        when /\A\x80\x04K(.)/n then $1.ord # a small number, pickled
        when /\Ax\x9c/n then Zlib::Inflate.inflate(bytes)
        when /\A\{/n then JSON.parse(bytes)
        else bytes
        end
      end
    end
  end
end
