# encoding: utf-8

module CachemarkDriver
  # The heap on which a client allocates. The fuller it is, the more of it Ruby sweeps for an allocation. How full it is depends
  # on all that was loaded (guides/method.md). So each client begins with a heap of which most is free.
  module Heap
    # Bytes of Strings for slots of several sizes.
    SIZES = [0, 60, 120, 180]

    # Makes as many objects as there is room for, and collects these and what loading left behind.
    def self.make_room
      return GC.start unless ObjectSpace.respond_to?(:count_objects)
      Array.new(ObjectSpace.count_objects[:TOTAL].to_i) { |at| "." * SIZES[at % SIZES.size] }
      GC.start
    end
  end
end
