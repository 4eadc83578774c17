# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::PossibleValuesTest < Minitest::Test
    NEW = { "bytes" => ["new"].pack("m0"), "encoding" => "UTF-8" }.freeze

    class << self
      def call(step, type: "ok", **more) = Fault::Trial::Call.new(step: step, type: type, **more)

      def write(key, wrote, type: "ok", value: true, op: "set", raw: true)
        call({ "op" => op, "key" => key, "value" => "v", "raw" => raw }, type: type, value: value, wrote: wrote)
      end

      def step(type: "ok", value: 5)
        call({ "op" => "incr", "key" => "odd", "by" => 1, "initial" => 5 }, type: type, value: value)
      end

      def own(key) = MadeTrial.own(key)

      def bytes(text) = MadeTrial.bytes(text)
    end

    LARGE = { "size" => 2_000_000, "crc32" => 5, "encoding" => "UTF-8" }.freeze
    BINARY = { "encoding" => "ASCII-8BIT" }.freeze
    DOCUMENTED = { bounds: Struct.new(:misses).new("its documentation") }.freeze
    # {title => [calls, {key => {value that is read then => its problem}}]}
    CASES = {
      "a key holds its start value" =>
        [[], { "k1" => { own("k1") => nil, nil => :missed, own("k2") => :others, NEW => :wrong } }],
      "a key holds the written value and the older one is stale" =>
        [[write("k1", NEW)], { "k1" => { NEW => nil, own("k1") => :stale } }],
      "a write that failed may have been applied or have removed the value" =>
        [[write("k1", NEW, type: "raised")], { "k1" => { own("k1") => nil, NEW => nil, nil => nil, own("k2") => :others } }],
      "so may a write that was refused" =>
        [[write("k1", NEW, value: false)], { "k1" => { own("k1") => nil, NEW => nil, nil => nil } }],
      "nil is no failed write" => [[write("k1", NEW, value: nil)], { "k1" => { own("k1") => :stale } }],
      "nil is a failed write where the client documents it" =>
        [[write("k1", NEW, value: nil)], { "k1" => { own("k1") => nil } }, DOCUMENTED],
      "a counter holds its count as text" => [[step], { "odd" => { bytes("5") => nil, nil => :missed } }],
      "a counter that was increased again does not hold its first count" =>
        [[step, step(value: 6)], { "odd" => { bytes("5") => :stale } }],
      "a step that failed may have been made" => [[step(type: "raised")], { "odd" => { nil => nil, bytes("5") => nil } }],
      "a step of nil reports a miss" => [[step(value: nil)], { "odd" => { nil => nil } }],
      "an add that found the key taken changed nothing" =>
        [[write("k1", NEW, op: "add", value: false)], { "k1" => { NEW => :wrong } }],
      "a raw value is compared by its bytes" => [[write("k1", NEW)], { "k1" => { NEW.merge(BINARY) => nil } }],
      "a value is compared by its type too" => [[write("k1", NEW, raw: false)], { "k1" => { NEW.merge(BINARY) => :changed } }],
      "a number that became text has changed" => [[write("k1", 7, raw: false)], { "k1" => { bytes("7") => :changed } }],
      "false that became a number has changed" =>
        [[write("k1", false, raw: false)], { "k1" => { 0 => :changed, true => :wrong } }],
      "an empty value is no miss" => [[write("k1", bytes(""))], { "k1" => { nil => :missed } }],
      "a stored nil is a miss" => [[write("k1", nil, raw: false)], { "k1" => { nil => nil } }],
      "large values are compared by size and checksum" =>
        [[write("k1", LARGE)], { "k1" => { LARGE.merge(BINARY) => nil, LARGE.merge("crc32" => 6) => :wrong } }],
      "a key that was deleted is absent" =>
        [[call({ "op" => "delete", "key" => "k1" }, value: true)], { "k1" => { nil => nil, own("k1") => :stale } }],
      "a key that the server flushed is absent" => [[call({ "server" => "flush" })], { "k2" => { own("k2") => :stale } }],
      "a key may be absent after a flush by the client" =>
        [[call({ "op" => "flush", "delay" => "900" })], { "k2" => { nil => nil, own("k2") => nil } }],
      "a key of the fault's own is absent until it is written" => [[], { "odd" => { nil => nil, NEW => :wrong } }],
      "a key of the fault's own that was written is there" => [[write("odd", NEW)], { "odd" => { nil => :missed } }]
    }.freeze

    CASES.each do |title, (calls, read, facts)|
      define_method("test_#{title.gsub(/\W+/, "_")}") do
        read.each do |key, values|
          values.each do |value, problem|
            assert_equal [problem].compact, problems(*calls, MadeTrial.read(key, value), **facts.to_h), "reads #{value.inspect}"
          end
        end
      end
    end

    # Go iterates over a map in another order each time.
    def test_a_mapping_is_the_same_in_any_order
      pair = ->(name, value) { [MadeTrial.bytes(name), value] }
      inner = { "pairs" => [pair.call("x", 1), pair.call("y", { "list" => [1, 2] })] }
      turned = { "pairs" => inner["pairs"].reverse }
      wrote = self.class.write("k1", { "pairs" => [pair.call("a", inner), pair.call("b", 2)] }, raw: false)
      read = ->(value) { Fault::Trial::Call.new(step: { "op" => "get", "key" => "k1" }, type: "ok", value: value) }

      assert_empty problems(wrote, read.call({ "pairs" => [pair.call("b", 2), pair.call("a", turned)] }))
      assert_equal [:wrong], problems(wrote, read.call({ "pairs" => [pair.call("b", 2), pair.call("a", 3)] }))
      other = { "pairs" => [pair.call("x", 1), pair.call("y", { "list" => [2, 1] })] }

      ordered = problems(wrote, read.call({ "pairs" => [pair.call("a", other), pair.call("b", 2)] }))

      assert_equal [:wrong], ordered, "a list has an order"
    end

    def test_a_multi_get_misses_the_keys_that_it_does_not_return
      key = MadeTrial.bytes(MadeTrial::CANARY.keys["k2"])
      many = Fault::Trial::Call.new(step: { "op" => "get_multi", "keys" => %w[k1 k2 odd] }, type: "ok",
                             value: { "pairs" => [[key, MadeTrial.own("k2")]] })

      assert_equal [:missed], problems(many)
      assert_equal [["k1", nil]], readings(many).map { |_, name, value| [name, value] }
    end

    private

    def readings(*calls, **facts) = Fault::PossibleValues.wrong_readings(MadeTrial.trial(*calls, **facts)) { |*reading| reading }

    def problems(...) = readings(...).map { |reading| reading[3] }
  end
end
