# frozen_string_literal: true

require "zlib"

module Cachemark
  module Fault
    # A small item that unpacks to a gigabyte of zeros, in the format in which a client compresses its values.
    module Bomb
      # As many pieces, each of which unpacks to this many bytes, fit into an item of memcached's default size.
      PIECES = 64
      PIECE_BYTES = 16 * 1024**2
      GZIP_HEAD = "\x1f\x8b\x08\0\0\0\0\0\2\3".b
      ZLIB_HEAD = "\x78\xda".b
      # The windowBits of zlib, by format.
      WINDOWS = { zlib: Zlib::MAX_WBITS, gzip: Zlib::MAX_WBITS + 16, deflate: -Zlib::MAX_WBITS }.freeze
      private_constant :PIECES, :PIECE_BYTES, :GZIP_HEAD, :ZLIB_HEAD, :WINDOWS

      class << self
        # The bomb in the format of a compressed value; nil if the value is not compressed, or in another format.
        #: (String, ?pieces: Integer) -> String?
        def like(value, pieces: PIECES)
          case WINDOWS.keys.find { |format| packed?(value, WINDOWS[format]) }
          when :zlib then ZLIB_HEAD + deflated(pieces) + [adler(pieces)].pack("N")
          when :gzip then GZIP_HEAD + deflated(pieces) + [crc(pieces), pieces * PIECE_BYTES].pack("VV")
          when :deflate then deflated(pieces)
          end
        end

        private

        def packed?(value, window)
          Zlib::Inflate.new(window).inflate(value).bytesize > value.bytesize
        rescue Zlib::Error
          false
        end

        # Each piece ends at a byte, so that it can be repeated. An empty last block ends the stream.
        def deflated(pieces)
          piece = Zlib::Deflate.new(Zlib::BEST_COMPRESSION, -Zlib::MAX_WBITS).deflate("\0" * PIECE_BYTES, Zlib::FULL_FLUSH)
          (piece * pieces) << "\3\0".b
        end

        # Of zeros.
        def adler(pieces) = ((pieces * PIECE_BYTES % 65_521) << 16) | 1

        def crc(pieces)
          piece = Zlib.crc32("\0" * PIECE_BYTES)
          ([piece] * pieces).reduce { |all, next_one| Zlib.crc32_combine(all, next_one, PIECE_BYTES) }
        end
      end
    end
  end
end
