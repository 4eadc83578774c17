# encoding: utf-8
module CachemarkDriver
  # Builds values from their specs: the published value for timing, and a self-naming value for the
  # proof. That contains its key, so a reply to another key can never pass for the right one.
  module Values
    ALPHABET = (("a".."z").to_a + ("A".."Z").to_a + ("0".."9").to_a).join
    # Bytes that are generated; longer values continue with the same bytes replaced by the next ones.
    BLOCK = 65_536
    LETTERS = ["a-zA-Z0-9", "b-zA-Z0-9a"]
    BYTES = [[0, 45, 255], [1, 45, 255, 0]].map { |range| range.pack("C*") } # 45 is the hyphen of a range

    class << self
      # spec: Hash with String keys; raw: the call serialises nothing; owner: the key
      # that a self-naming value contains, nil for the published value.
      def build(spec, raw, owner = nil)
        case spec["kind"]
        when "array"  then list(spec["items"], owner)
        when "string" then text(spec, owner)
        when "binary" then binary(spec, owner)
        when "hash"   then tree(spec["items"], 1, owner)
        when "nested" then tree(spec["items"], spec["depth"], owner)
        when "number" then raw ? spec["number"].to_s : spec["number"]
        when "json"   then spec["json"]
        when "symbol" then spec["text"].to_sym
        else raise ArgumentError, "unknown kind of value: #{spec["kind"].inspect}"
        end
      end

      # Makes what takes long, so that processes forked from this one need not.
      def make_ready(spec)
        build(spec, true) if spec["bytes"]
      end

      # Freezes a value and all that it holds.
      def freeze(value)
        case value
        when Array then value.each { |item| freeze(item) }
        when Hash then value.each { |key, item| freeze(key) && freeze(item) }
        end
        value.freeze
      end

      private

      def list(items, owner)
        owned(Array.new(items || 0) { |at| at }, owner)
      end

      def owned(array, owner)
        owner ? [owner] + array.drop(1) : array
      end

      # A Hash of `items` entries, `depth` levels deep; the leaves are numbers.
      def tree(items, depth, owner)
        pairs = Array.new(items || 0) do |at|
          ["item#{at + 1}", depth > 1 ? tree(items, depth - 1, nil) : at + 1]
        end
        pairs = [["owner", owner]] + pairs.drop(1) if owner
        Hash[pairs]
      end

      def text(spec, owner)
        plain = spec["text"] ? spec["text"] * (spec["times"] || 1) : written(spec)
        owner ? named(plain, owner) : plain
      end

      # A text that JSON cannot carry, by its bytes.
      def written(spec)
        return compressible(filler(spec["bytes"] || 0), spec) unless spec["hex"]
        [spec["hex"]].pack("H*").force_encoding(spec["encoding"] || "UTF-8")
      end

      def binary(spec, owner)
        plain = spec["hex"] ? [spec["hex"]].pack("H*") : compressible(noise(spec["bytes"] || 0), spec)
        (owner ? named(plain, owner) : plain).force_encoding("BINARY")
      end

      # The key, "=", then the rest of the plain value: its own size where the key fits.
      def named(plain, owner)
        name = "#{owner}=".force_encoding(plain.encoding)
        rest = plain.byteslice(name.bytesize, plain.bytesize)
        rest && rest.valid_encoding? ? name + rest : name + "~" * [plain.bytesize - name.bytesize, 0].max
      end

      # The same length; a share of the bytes at the end is one letter, which compresses to nothing.
      def compressible(plain, spec)
        same = (plain.bytesize * (spec["compressible"] || 0) + 0.5).floor
        same > 0 ? plain.byteslice(0, plain.bytesize - same) + ("a" * same).force_encoding(plain.encoding) : plain
      end

      def filler(bytes)
        generated(LETTERS, bytes) { |number| ALPHABET.getbyte(number % ALPHABET.bytesize) }.force_encoding("UTF-8")
      end

      def noise(bytes)
        generated(BYTES, bytes) { |number| number & 255 }
      end

      # The longest of a kind is kept: a long one takes as long to make as many calls.
      def generated(kind, count, &byte)
        @generated ||= {}
        kept = @generated[kind] || ""
        kept = @generated[kind] = long(random([count, BLOCK].min, &byte).pack("C*"), count, kind) if kept.bytesize < count
        String.new << kept.byteslice(0, count)
      end

      # Each further block is the one before with every symbol replaced by the next.
      def long(block, count, nexts)
        all = String.new << block
        all << (block = block.tr(*nexts)) while all.bytesize < count
        all
      end

      # The generator that protocol/spec.md writes down, so that every language's
      # driver sends the same bytes.
      def random(count)
        state = 1
        Array.new(count) do
          state = (state * 1_103_515_245 + 12_345) & 0x7fffffff
          yield state >> 16
        end
      end
    end
  end
end
