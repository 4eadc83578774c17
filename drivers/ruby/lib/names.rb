# encoding: utf-8

module CachemarkDriver
  # The keys and values of a scenario that goes through all of them, in the order of its file.
  class Pairs
    # Arrays of String, of one size.
    attr_reader :keys, :values

    # Of a scenario's Hash; nil where it names its keys and values.
    def self.read(scenario)
      return nil unless scenario["pairs"]
      texts = JSON.parse(File.open(scenario["pairs"].fetch("file"), "r:UTF-8") { |file| file.read })
      new(texts.keys, texts.values)
    end

    def initialize(keys, values)
      @keys = keys
      @values = values
    end

    # Integer.
    def size; keys.size end

    # Those of one of several workers.
    def share(worker, workers)
      raise ArgumentError, "#{workers} workers need as many pairs, not #{size}" if size < workers
      from, to = [worker, worker + 1].map { |at| at * size / workers }
      Pairs.new(keys[from...to], values[from...to])
    end
  end

  # Turns the names of a scenario's keys and values into constants of a compiled
  # program: "k1" into K0, which holds the prefixed key.
  class Names
    # String => object: the constants a program needs, named so far.
    attr_reader :constants

    # scenario: the message's Hash; own: values name their key (for the proof); pairs: Pairs, or nil.
    def initialize(scenario, prefix, own, frozen, pairs = nil)
      @keys = scenario["keys"] || {}
      @values = scenario["values"] || {}
      @prefix = prefix
      @own = own
      @frozen = frozen
      @pairs = pairs
      @constants = {}
      @fragments = {}
    end

    # The constant of a key's name.
    def key(name)
      constant("K", name) { text(name) }
    end

    # The constant of an Array of keys.
    def array(names)
      constant("A", names) { names.map { |name| @constants[key(name)] } }
    end

    # The constant of a value as it is written under a key.
    def value(name, key, raw)
      constant("V", [name, own?(name) && key, raw]) { built(name, key, raw) }
    end

    # The constant of a Hash of values by their keys, as they are sent.
    def table(keys, values, raw)
      constant("H", [keys, values, raw]) do
        Hash[keys.zip(values).map { |key, value| [@constants[key(key)], object(value, key, raw)] }]
      end
    end

    # The scenario's Pairs; ArgumentError where it has none.
    def pairs
      @pairs || raise(ArgumentError, "a step goes through the scenario's pairs, but it has none")
    end

    # The constant of an Array of all pairs' keys, as they are sent.
    def pair_keys
      constant("P", :keys) { pairs.keys.map { |key| @prefix + key } }
    end

    # The constant of an Array of all pairs' values.
    def pair_values
      constant("P", :values) { pairs.values }
    end

    # The key as it is sent; where the scenario has a value's spec for it, that object, which may be no String.
    def text(name)
      key = @keys.fetch(name) { raise ArgumentError, "no key is called #{name.inspect}" }
      key.is_a?(Hash) ? Values.build(key, false) : @prefix + key
    end

    # The object of a value's name under a key.
    def object(name, key, raw)
      @constants[value(name, key, raw)]
    end

    private

    # true: a value that names its key, because it is for the proof, or by its spec.
    def own?(name)
      @own || (@values[name] || {})["own"] == true
    end

    def built(name, key, raw)
      spec = @values.fetch(name) { raise ArgumentError, "no value is called #{name.inspect}" }
      value = Values.build(spec, raw, own?(name) ? text(key) : nil)
      raise ArgumentError, "#{name} cannot be written raw: it is not a String" if raw && !value.is_a?(String)
      value
    end

    def constant(letter, name)
      @fragments[[letter, name]] ||= begin
        object = yield
        fragment = "#{letter}#{@constants.size}"
        @constants[fragment] = @frozen ? Values.freeze(object) : object
        fragment
      end
    end
  end
end
