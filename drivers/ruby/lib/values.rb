# encoding: utf-8
require "json"

module CachemarkDriver
  # The values of a cell or an actor. The core made them: they are bytes in a file, with an index.
  module Values
    class << self
      # Array of objects, frozen or not. spec: Hash with the file, and an index of [offset, length, kind].
      def read(spec, frozen)
        content = File.open(spec.fetch("file"), "rb") { |file| file.read }
        spec.fetch("index").map do |offset, length, kind|
          object = value(content.byteslice(offset, length), kind)
          frozen ? freeze(object) : object
        end
      end

      # String, Symbol, or the value of a JSON text. A String shares no memory with others.
      def value(bytes, kind)
        name, encoding = kind.split(":", 2)
        text = (String.new << bytes).force_encoding(name == "bytes" ? "BINARY" : encoding || "UTF-8")
        case name
        when "bytes", "text" then text
        when "symbol" then text.to_sym
        when "json" then JSON.parse("[#{text}]", :max_nesting => false).first # old parsers take no single value
        else raise ArgumentError, "unknown kind of value: #{kind.inspect}"
        end
      end

      private

      # Freezes a value and all that it holds.
      def freeze(value)
        case value
        when Array then value.each { |item| freeze(item) }
        when Hash then value.each { |key, item| freeze(key) && freeze(item) }
        end
        value.freeze
      end
    end
  end
end
