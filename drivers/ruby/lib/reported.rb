# encoding: utf-8

module CachemarkDriver
  # The value or the exception of a call, as plain data that JSON can carry without loss.
  module Reported
    MOST_TEXT = 300
    # Longer Strings are reported by size and checksum.
    MOST_BYTES = 131_072
    # Characters of the message of an exception that ends no run.
    MOST_MESSAGE = 160

    class << self
      # By the class of the value:
      #
      # - String: {"bytes" => base64, "encoding" => name}, or {"size" => bytes, "crc32" => Integer, "encoding" => name}.
      # - nil, true, false and numbers: unchanged.
      # - Hash: {"pairs" => [[key, value], ...]}. Array: {"list" => [...]}.
      # - Others: the class and the text.
      def value(object)
        case object
        when nil, true, false, Integer then object
        when Float then object.finite? ? object : text(object)
        when String then string(object)
        when Hash then {"pairs" => object.map { |key, one| [value(key), value(one)] }}
        when Array then {"list" => object.map { |one| value(one) }}
        else text(object)
        end
      end

      # Of an exception that ended a call of an actor. injected: the very exception that the step's interrupt raised.
      def error(error, injected)
        {"class" => error.class.name, "message" => plain(error.message), "injected" => injected,
         "at" => (error.backtrace || []).first(3).map { |line| plain(line) }}
      end

      # Of an exception that ended a call of a plan.
      def raised(error)
        {"class" => error.class.name, "message" => plain(error.message, MOST_MESSAGE)}
      end

      # Valid UTF-8, and not too long.
      def plain(text, most = MOST_TEXT)
        text.to_s.encode("UTF-8", "BINARY", :invalid => :replace, :undef => :replace)[0, most]
      end

      private

      def string(object)
        return {"bytes" => [object].pack("m0"), "encoding" => object.encoding.name} if object.bytesize <= MOST_BYTES
        require "zlib" # here, so that no client finds loaded what it has forgotten to ask for
        {"size" => object.bytesize, "crc32" => Zlib.crc32(object), "encoding" => object.encoding.name}
      end

      def text(object)
        {"class" => object.class.name, "text" => plain(object.inspect)}
      end
    end
  end
end
