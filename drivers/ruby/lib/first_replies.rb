# encoding: utf-8

module CachemarkDriver
  # How long new clients take until they have a first reply: each is created, connects, and makes one call.
  class FirstReplies
    # message: the `connect` request.
    def initialize(adapter, message)
      @adapter = adapter
      @message = message
      @names = Names.new(message["scenario"], message["prefix"] || "", false, adapter.frozen_arguments?, nil)
    end

    # Array of Integer ns, for so many clients one after the other. The source of the call is compiled in between, untimed.
    def measured(times)
      Array.new(times) { one }
    end

    private

    def one
      began = Clock.now
      client = @adapter.connect(@message["servers"], @message["options"] || {})
      created = Clock.now
      bound = @adapter.bind(client)
      call = Compiler.new(@adapter, @message["scenario"]["steps"], @names, nil, bound.keys).proof
      clients = bound.values
      called = Clock.now
      call.once(*clients)
      Clock.now - called + created - began
    ensure
      @adapter.disconnect(client) if client
    end
  end
end
