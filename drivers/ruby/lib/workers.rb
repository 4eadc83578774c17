# encoding: utf-8
module CachemarkDriver
  # Makes the workers of a cell, each with a client, keys and pairs of its own, or all with one
  # client where the mode says so.
  class Workers
    # Integer: how many.
    attr_reader :size

    # message: the `open` request; kept: Hash of clients that outlive the cell, or nil.
    def initialize(adapter, message, mode, kept)
      @adapter = adapter
      @message = message
      @size = mode.workers
      @shared = mode.shared?
      @kept = kept
      @own = {}
      @pairs = Pairs.read(message["scenario"])
      @keys = mode.sync? || @pairs ? nil : message["workers"] || []
      raise ArgumentError, "#{@size} workers need the keys of as many, not of #{@keys.size}" if @keys && @keys.size < @size
    end

    # true: they go through pairs.
    def pairs?; !@pairs.nil? end

    # The worker with this number, the first being 0.
    def make(at)
      Worker.new(@adapter, scenario(at), @message["prefix"] || "", @pairs && @pairs.share(at, @size), client(@shared ? 0 : at))
    end

    # Lets go of the clients that are this cell's own.
    def close
      @own.each_value { |client| @adapter.disconnect(client) }
      @own.clear
    end

    private

    def scenario(at)
      @keys ? @message["scenario"].merge("keys" => @keys[at]) : @message["scenario"]
    end

    def client(place)
      (@kept || @own)[place] ||= @adapter.connect(@message["servers"], @message["options"] || {})
    end
  end
end
