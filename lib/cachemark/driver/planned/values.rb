# frozen_string_literal: true

require "tempfile"

module Cachemark
  module Driver
    class Planned
      # The values of a scenario, as its driver gets them: bytes in a file, and an index of [offset, length, kind], as
      # protocol/spec.md says. A value that is its key's own contains the key, so that a reply to another key can never pass for
      # the right one.
      class Values
        ALPHABET = [*"a".."z", *"A".."Z", *"0".."9"].join.freeze
        # Bytes that are generated; longer values continue with the same bytes, replaced by the next ones.
        BLOCK = 65_536
        NEXT = { text: ["a-zA-Z0-9", "b-zA-Z0-9a"], bytes: [[0, 45, 255].pack("C*"), [1, 45, 255, 0].pack("C*")] }.freeze
        # Every language can decode an integer up to this one.
        MOST = (2**53) - 1
        # Kinds for drivers of level 3.
        SYMBOL = "symbol"
        OTHER = "text:"
        private_constant :ALPHABET, :BLOCK, :NEXT, :MOST, :SYMBOL, :OTHER

        # Raised for a value that a plan cannot have.
        class Lack < StandardError; end

        # The driver's `hello` says which kinds of values it has.
        #: (?Hash[String, Object]) -> void
        def initialize(hello = {})
          @hello = hello
          @told = 0
          @index = []
          @numbers = {}
          @file = Tempfile.new("cachemark-values", binmode: true)
        end

        # Whether its driver is of level 3.
        #: () -> bool
        def full? = @hello.fetch("level", 2) >= 3

        # Whether its driver knows texts from bytes.
        #: () -> bool
        def encodings? = @hello.fetch("encodings", true)

        # Whether every string of its language has an encoding, which a raw text keeps.
        #: () -> bool
        def strings? = @hello["encodings"] == "strings"

        # Adds a value once and returns its number. `owner` is the key that it contains, or nil. Raises Lack.
        #: (Hash[String, Object], ?owner: String?, ?raw: bool) -> Integer
        def add(spec, owner: nil, raw: false)
          @numbers[[spec, owner, raw]] ||= write(self.class.build(spec, owner: owner, raw: raw, bytes: raw && !strings?))
        end

        # The path of the file, and its index.
        #: () -> Hash[Symbol, Object]
        def facts
          @file.flush
          @told = @index.size
          { file: @file.path, index: @index }
        end

        # The same if values were added since; else nil.
        #: () -> Hash[Symbol, Object]?
        def fresh = (facts unless @told == @index.size)

        def forget = @file.close!

        private

        def write(value)
          kind, bytes = case value
                        when String then [kind(value), value.b]
                        when Symbol then [SYMBOL, value.name.b]
                        else ["json", ::JSON.generate(value).b]
                        end
          refuse(value, kind) unless full?
          @index << [@file.pos, bytes.bytesize, kind]
          @file.write(bytes)
          @index.size - 1
        end

        def kind(text)
          return "bytes" if text.encoding == Encoding::BINARY

          text.encoding == Encoding::UTF_8 ? "text" : "#{OTHER}#{text.encoding}"
        end

        def refuse(value, kind)
          raise Lack, "a symbol" if kind == SYMBOL
          raise Lack, "a text in #{kind.delete_prefix(OTHER)}" if kind.start_with?(OTHER)
          raise Lack, "a number of more than 53 bits" if value.is_a?(Integer) && value.abs > MOST
        end

        class << self
          # A value by its spec: String, Symbol, Integer, Array, Hash or another JSON value. With `bytes`, it is the bytes of a
          # text. The kinds are `string`, `binary`, `array`, `hash`, `nested`, `number`, `json` and `symbol`. Raises Lack.
          #: (Hash[String, Object], ?owner: String?, ?raw: bool, ?bytes: bool) -> Object
          def build(spec, owner: nil, raw: false, bytes: raw)
            value = case spec["kind"]
                    when "array" then owned(Array.new(spec["items"] || 0) { |at| at }, owner)
                    when "string" then text(spec, owner)
                    when "binary" then binary(spec, owner)
                    when "hash" then tree(spec["items"], 1, owner)
                    when "nested" then tree(spec["items"], spec["depth"], owner)
                    when "number" then raw ? spec["number"].to_s : spec["number"]
                    when "json" then spec["json"]
                    when "symbol" then spec["text"].to_sym
                    else raise Lack, "a #{spec["kind"]}"
                    end
            bytes && value.is_a?(String) ? value.b : value
          end

          private

          def owned(array, owner) = owner ? [owner, *array.drop(1)] : array

          def tree(items, depth, owner)
            pairs = Array.new(items || 0) { |at| ["item#{at + 1}", depth > 1 ? tree(items, depth - 1, nil) : at + 1] }
            owner ? { "owner" => owner, **pairs.drop(1).to_h } : pairs.to_h
          end

          def text(spec, owner)
            plain = if spec["text"] then spec["text"] * (spec["times"] || 1)
                    elsif spec["hex"] then [spec["hex"]].pack("H*").force_encoding(spec["encoding"] || Encoding::UTF_8)
                    else compressible(generated(:text, spec["bytes"] || 0), spec).force_encoding(Encoding::UTF_8)
                    end
            owner ? named(plain, owner) : plain
          end

          def binary(spec, owner)
            plain = spec["hex"] ? [spec["hex"]].pack("H*") : compressible(generated(:bytes, spec["bytes"] || 0), spec)
            (owner ? named(plain, owner) : plain).b
          end

          # The key, "=", then the rest of the plain value: its own size if the key fits.
          def named(plain, owner)
            name = "#{owner}=".dup.force_encoding(plain.encoding)
            rest = plain.byteslice(name.bytesize, plain.bytesize)
            rest&.valid_encoding? ? name + rest : name + ("~" * [plain.bytesize - name.bytesize, 0].max)
          end

          def compressible(plain, spec)
            same = ((plain.bytesize * (spec["compressible"] || 0)) + 0.5).floor
            same.positive? ? plain.byteslice(0, plain.bytesize - same) + ("a" * same).b : plain
          end

          # The longest of a kind is kept.
          def generated(kind, count)
            kept = (@generated ||= {})[kind]
            kept = @generated[kind] = long(block(kind, [count, BLOCK].min), count, kind) if kept.nil? || kept.bytesize < count
            kept.byteslice(0, count)
          end

          def block(kind, count)
            state = 1
            Array.new(count) do
              state = ((state * 1_103_515_245) + 12_345) & 0x7fffffff
              number = state >> 16
              kind == :text ? ALPHABET.getbyte(number % ALPHABET.bytesize) : number & 255
            end.pack("C*")
          end

          def long(block, count, kind)
            all = block.dup
            all << (block = block.tr(*NEXT.fetch(kind)).b) while all.bytesize < count
            all
          end
        end
      end
    end
  end
end
