# frozen_string_literal: true

require "test_helper"
require "zlib"

module Cachemark
  class Lab::WireLook::EncodingTest < Minitest::Test
    VIEW = "<marquee>some view partial data</marquee>" * 50

    def test_recognises_plain_values_by_the_scenario
      assert_equal "plain", of("client/set-plain", "\x04\b[\0")
      assert_equal "marshalled", of("client/get", "\x04\b[\0")
      assert_equal "plain", of("store/big-read-multi", VIEW)
    end

    def test_recognises_marshalled_values_of_one_or_two_layers
      assert_equal %w[marshalled marshalled], [[], VIEW].map { |value| of("store/set", Marshal.dump(value)) }
      assert_equal "marshalled twice", of("client/set-plain", Marshal.dump(Marshal.dump([])))
      assert_equal "marshalled twice", of("client/set-plain", Marshal.dump(Marshal.dump("x" * 9_000)))
    end

    def test_recognises_pickled_values_of_any_protocol
      lists = ["\x80\x05]\x94.", "\x80\x02]q\0.", "(lp0\n.", "]q\0."]

      assert_equal ["pickled"] * 4, lists.map { |bytes| of("client/set", bytes) }
      assert_equal "plain", of("store/set", "(see below).")
    end

    def test_recognises_compressed_values
      assert_equal "compressed", of("store/set", Zlib::Deflate.deflate(Marshal.dump(VIEW)))
      assert_equal "compressed", of("store/set", Zlib.gzip(VIEW))
    end

    def test_numbers_and_text
      assert_equal %w[number number plain], ["100", "101  ", "hello"].map { |data| of("store/set", data) }
    end

    def test_entries_of_every_active_support
      old = "\x04\bo: ActiveSupport::Cache::Entry\t:\v@value[\0:\x10@expires_in0"
      packed = "\0\x04\b[\x06[\0"
      new = "\0\x11\x01\0\0\0\0\0\0\0\0\xff\xff\xff\xff\x04\b[\0"

      assert_equal ["ActiveSupport entry"] * 4, [old, packed, Marshal.dump(packed), new].map { |data| of("store/set", data) }
    end

    def test_compressed_entries_of_every_active_support
      zipped = Zlib::Deflate.deflate(Marshal.dump([VIEW]))
      old = "\x04\bo: ActiveSupport::Cache::Entry\t:\v@value\"\x0c#{zipped}:\x10@compressedT"
      packed = "\x01#{zipped}".b

      assert_equal ["compressed ActiveSupport entry"] * 4,
                   [old.b, packed, Marshal.dump(packed), "\0\x11\x81".b + zipped].map { |data| of("store/set", data) }
    end

    def test_an_entry_that_the_client_compressed_with_its_wrapper
      old = "\x04\bo: ActiveSupport::Cache::Entry\t:\v@value\"\x0c#{VIEW}:\x10@expires_in0".b

      assert_equal "compressed ActiveSupport entry", of("store/set", Zlib::Deflate.deflate(old))
      assert_equal "compressed ActiveSupport entry", of("store/set", Zlib.gzip(old))
      assert_equal "compressed", of("store/set", "\x78\x9cnothing".b)
    end

    private

    def of(scenario, data) = Lab::WireLook::Encoding.new(MadeCells.scenario(scenario)).of(data.b)
  end
end
