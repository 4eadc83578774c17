# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::FindingsEncodingsTest < Minitest::Test
    include MadeFindings

    # P2
    def test_a_plain_store_that_is_marshalled
      rows = [row("a", PLAIN, set(6, encodings: ["marshalled twice"], value_bytes: [8])),
              row("b", PLAIN, set(6, encodings: ["plain"]))]

      assert_equal ["stores through Marshal, although labelled plain: 8 bytes"], texts(*rows)
      assert_empty texts(*rows.reverse)
    end

    def test_a_plain_read_that_is_marshalled_or_compressed
      read = ->(encoding) { [command("get", count: 6, hits: 6, encodings: [encoding], value_bytes: [8])] }

      assert_equal ["reads through Marshal, although labelled plain: 8 bytes"],
                   texts(row("a", "client/get-plain", read["marshalled"]))
      assert_equal "reads what is compressed, although labelled plain: 8 bytes",
                   texts(row("a", "client/get-plain", read["compressed"])).first
    end

    # The pickle of Python is as right as Ruby's Marshal, and other bytes.
    def test_names_the_serialiser_of_another_language
      dalli = row("a", SET, set(encodings: ["marshalled"], value_bytes: [4]))
      pylibmc = row("b", SET, set(encodings: ["pickled"], value_bytes: [5]))

      evidence = evidence(dalli, pylibmc)
      found = [dalli, pylibmc].map { |row| Stats::Findings.new(evidence).of(row.first).map { |one| Report::Sentences.of(one) } }

      assert_equal [[], ["stores through pickle, where a uses Marshal: 5 bytes"]], found
      assert_equal ["stores through pickle, although labelled plain: 5 bytes"],
                   texts(row("b", PLAIN, set(6, encodings: ["pickled"], value_bytes: [5])),
                         row("a", PLAIN, set(6, encodings: ["plain"])))
    end

    # P11
    def test_values_that_are_wrapped
      wrapped = row("a", SET, set(encodings: ["ActiveSupport entry"], value_bytes: [90]))

      assert_equal ["wraps its values in ActiveSupport entries: about 90 bytes more than the reference (socket) sends"],
                   texts(wrapped, hidden(SET, set(value_bytes: [4])))
      assert_equal ["wraps its values in ActiveSupport entries: about 80 bytes more than b sends"],
                   texts(wrapped, hidden(SET, set(value_bytes: [4])), row("b", SET, set(value_bytes: [9])))
      assert_equal ["wraps its values in ActiveSupport entries"], texts(wrapped)
    end

    def test_a_wrapper_is_not_blamed_for_what_compression_saves
      wrapped = row("a", SET, set(encodings: ["ActiveSupport entry"], value_bytes: [2_150]))
      peers = [row("b", SET, set(encodings: ["compressed"], value_bytes: [170])),
               row("c", SET, set(encodings: ["ActiveSupport entry"], value_bytes: [2_060]))]

      assert_equal ["wraps its values in ActiveSupport entries"], texts(wrapped, *peers)
      assert_equal ["wraps its values in ActiveSupport entries", "compresses its values: 190 bytes"],
                   texts(row("a", SET, set(encodings: ["compressed ActiveSupport entry"], value_bytes: [190])),
                         row("b", SET, set(value_bytes: [4])))
    end

    def test_a_client_that_stores_nothing_wraps_nothing
      rows = ->(encoding) { [row("a", GET, get(encodings: [encoding], value_bytes: [90])), row("b", GET, get(value_bytes: [4]))] }

      assert_equal ["reads values wrapped in ActiveSupport entries: about 90 bytes more than b reads"],
                   texts(*rows["ActiveSupport entry"])
      assert_equal ["reads compressed values: 90 bytes"], texts(*rows["compressed"])
    end

    def test_values_that_are_compressed_or_bare
      reference = row("socket", SET, set(encodings: ["marshalled"]))
      rows = ->(encoding) { [row("a", SET, set(encodings: [encoding], value_bytes: [40])), reference] }

      assert_equal ["compresses its values: 40 bytes"], texts(*rows["compressed"])
      assert_equal ["stores strings as they are, where socket serialises them: 40 bytes"], texts(*rows["plain"])
      assert_equal ["reads strings as they are, where b serialises them: 40 bytes"],
                   texts(row("a", GET, get(encodings: ["plain"], value_bytes: [40])), hidden(GET, get(encodings: ["marshalled"])),
                         row("b", GET, get(encodings: ["marshalled"])))
    end
  end

  class Stats::FindingsFlagsTest < Minitest::Test
    include MadeFindings

    # P3
    def test_a_read_of_what_was_stored_plain_deserialises_nothing
      found = lambda do |flags|
        texts(row("a", GET, get(flags: [flags])), row("a", SET, set(flags: [1])), row("a", PLAIN, set(6, flags: [0])),
              row("a", "client/get-plain", [command("get", count: 6, hits: 6, flags: [0])]))
      end

      assert_equal ["reads values that were stored plain: their flags say that there is nothing to deserialise: " \
                    "per call the same operation as get:plain"], found[0]
      assert_empty found[1]
    end

    def test_one_call_for_several_keys_is_not_the_same_operation
      multi = [command("get", count: 1, keys: 6, hits: 3, misses: 3, flags: [0])]
      rows = [row("a", "client/multiget", multi), row("a", SET, set(flags: [1])), row("a", PLAIN, set(6, flags: [0])),
              row("a", "client/get-plain", [command("get", count: 6, hits: 6, flags: [0])])]

      assert_equal ["reads values that were stored plain: their flags say that there is nothing to deserialise"], texts(*rows)
    end

    def test_a_plain_read_of_what_was_serialised
      rows = [row("a", "client/get-plain", [command("get", count: 6, hits: 6, flags: [1])]), row("a", SET, set(flags: [1])),
              row("a", PLAIN, set(6, flags: [0]))]

      assert_equal ["reads through Marshal, although labelled plain"], texts(*rows)
    end

    def test_flags_that_mean_nothing_to_a_client_are_no_finding
      assert_empty texts(row("a", GET, get(flags: [0])), row("a", SET, set(flags: [0])), row("a", PLAIN, set(6, flags: [0])))
    end
  end

  class Stats::FindingsForeignValuesTest < Minitest::Test
    include MadeFindings

    # P2, what follows
    def test_a_read_of_what_another_row_stored_otherwise
      rows = lambda do |read, **more|
        [row("a", GET, get(value_bytes: [read]), prelude: 0, **more), row("a", SET, set(value_bytes: [4])),
         row("a", PLAIN, set(6, value_bytes: [8])), row("b", GET, get(value_bytes: [4]))]
      end
      left = "reads what earlier rows stored"

      assert_equal ["reads the values that set:plain stored, not those of its scenario: 8 bytes where b reads 4", left],
                   texts(*rows[8])
      assert_equal [left], texts(*rows[4])
      assert_empty texts(*rows[8, prelude: 3])
      assert_equal [left], texts(rows[8][0], rows[8][2])
    end
  end

  class Stats::FindingsValueSizesTest < Minitest::Test
    include MadeFindings

    def test_values_that_are_longer_than_the_others
      entry = ->(bytes) { set(encodings: ["ActiveSupport entry"], value_bytes: [bytes]) }
      rows = [row("a", SET, entry[84]), row("b", SET, entry[11])]

      assert_equal ["wraps its values in ActiveSupport entries", "its values take 84 bytes where b's take 11"],
                   compared_with(rows, 0, 1)
      assert_equal ["wraps its values in ActiveSupport entries"], compared_with(rows, 1, 0)
      assert_equal 1, compared_with([rows[0], row("b", SET, entry[83])], 0, 1).size
      assert_equal ["wraps its values in ActiveSupport entries"], texts(*rows)
    end
  end
end
