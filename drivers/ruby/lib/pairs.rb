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
end
