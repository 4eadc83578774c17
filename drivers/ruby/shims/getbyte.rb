# encoding: utf-8
# Breaks: memcache-client 1.5.0 (the gem and the copy in Rails 2.2.2) with more than one server
# computes CRC32 in Ruby from key[i]. That was a byte in Ruby 1.8 and is a String since 1.9.
# Cost: this is the measured path. The library's own method is kept line by line; only key[i]
# becomes getbyte(i), as key[i] was: one C call per byte, no object made. So the cost stays what the
# published 14x was made of: per byte of key, 8 rounds in Ruby.
class String
  class << self
    # The library defines crc32_ITU_T when it is loaded, later than a shim.
    def method_added(name)
      return super unless name == :crc32_ITU_T && !@crc32_by_byte
      @crc32_by_byte = true
      define_crc32_by_byte
    end

    private

    def define_crc32_by_byte
      class_eval <<-RUBY, __FILE__, __LINE__ + 1
        def crc32_ITU_T
          n = bytesize
          r = 0xFFFFFFFF

          n.times do |i|
            r ^= getbyte(i)
            8.times do
              if (r & 1) != 0 then
                r = (r>>1) ^ 0xEDB88320
              else
                r >>= 1
              end
            end
          end

          r ^ 0xFFFFFFFF
        end
      RUBY
    end
  end
end
