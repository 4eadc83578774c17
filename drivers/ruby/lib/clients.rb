# encoding: utf-8
module CachemarkDriver
  # The clients that were loaded into this process, each with the request that loaded it.
  class Clients
    def initialize
      @adapters = {}
      @requests = {}
    end

    # Loads the client of a `load` request with its shims; its adapter.
    def load(message)
      message.fetch("shims", []).each { |name| shim(name) }
      adapter = Adapter.named(message.fetch("adapter")).new(message["options"] || {})
      adapter.load
      @requests[message.fetch("client")] = message
      @adapters[message["client"]] = adapter
    end

    # The adapter of a loaded client, settled for what the message asks for; ArgumentError.
    def adapter(message)
      of(@adapters, message).with(message["options"] || {}, message["published"] == true, message["access"] || {})
    end

    # Hash: how another process loads the client that the message is about; ArgumentError.
    def request(message)
      of(@requests, message)
    end

    private

    def of(known, message)
      known.fetch(message.fetch("client")) { |name| raise ArgumentError, "#{name} is not loaded" }
    end

    def shim(name)
      path = File.expand_path("../../shims/#{name}.rb", __FILE__)
      raise ArgumentError, "no shim is called #{name.inspect}" unless name =~ /\A[a-z0-9_\-]+\z/ && File.exist?(path)
      require path
    end
  end
end
