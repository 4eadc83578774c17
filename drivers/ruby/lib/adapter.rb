# encoding: utf-8
module CachemarkDriver
  # The base of every client's adapter. An adapter names the client, loads it, reports the loaded
  # library, connects, and returns the Ruby source of each operation. An operation that an adapter
  # does not define (or for which it returns nil) is "not offered by this client".
  #
  #   class DalliAdapter < Adapter
  #     adapter "dalli"
  #     def load; require "dalli" end
  #     def version; Dalli::VERSION end
  #     def file; loaded_file("dalli.rb") end
  #     def connect(servers, options) Dalli::Client.new(servers) end
  #     def get(key, step) "c.get(#{key})" end
  #   end
  class Adapter
    @registered = {}

    class << self
      attr_reader :registered

      # Registers the class under the name of its file in adapters/.
      def adapter(name)
        Adapter.registered[name] = self
      end

      # The class registered under a name; ArgumentError for an unknown one.
      def named(name)
        raise ArgumentError, "no adapter is called #{name.inspect}" unless name =~ /\A[a-z0-9_\-]+\z/
        path = File.expand_path("../../adapters/#{name}.rb", __FILE__)
        raise ArgumentError, "no adapter is called #{name.inspect}: there is no #{path}" unless File.exist?(path)
        require path
        registered.fetch(name)
      end
    end

    # Hash of the options given to `load` or `open`, String => String | true | false.
    attr_reader :options

    # Hash: what a client needs for its connections besides the addresses.
    attr_reader :access

    def initialize(options = {})
      @options = options
      @published = false
      @access = {}
    end

    # A copy of a loaded adapter for one cell.
    def with(options, published, access = {})
      dup.tap { |copy| copy.settle(options, published, access) }
    end

    # true under --suite as-published: the source is then what the published code did.
    def published?; @published end

    # Requires the library; its shims are already loaded.
    def load; end

    # String: the version that was really loaded, or nil.
    def version; end

    # String: the absolute path of the main file that was really loaded, or nil.
    def file; end

    # [[name, version, main file], ...] of every library that is really active.
    def libraries
      file ? [[self.class.registered_name, version, file]] : []
    end

    # The folders whose files make the digest: the main file's and its gem's ext.
    def roots
      return [] unless file
      lib = File.dirname(file)
      [lib, File.join(File.dirname(lib), "ext")].select { |folder| File.directory?(folder) }
    end

    # Builds and returns the client (or an Array of clients); untimed.
    def connect(servers, options)
      raise NotImplementedError, "#{self.class} does not say how to connect"
    end

    # Lets go of what connect returned.
    def disconnect(client); end

    # {name => object} visible to the compiled source.
    def bind(client) {"c" => client} end

    # The ConnectionPools from which calls of a client take their connections.
    def pools(client) [] end

    # Source: the call, made with a client that it takes from a pool.
    def with_connection(source) source end

    # Source: the body inside a block of writing calls whose replies the client does not wait for; nil if it has no such block
    # and no such calls. `quiet?` of a step says that its call is in the block.
    def quiet(body); end

    # Source: the servers are empty after the delay, a literal; nil for a client whose flush takes none.
    def flush(delay); end

    # true: this client can return the bytes of a value to a call, whatever its flags say. `bytes?` of a step says that it asks.
    def bytes?(step) false end

    # Untimed: the neutral form of a reply (value or nil; Hash
    # of those present for multi-key calls; Integer or nil for counters). The Hash of
    # get_multi_cas has [value, version].
    def reply(op, value) value end

    # true stored or deleted, false not, nil when this client's reply does not say.
    def done?(op, value)
      return nil if value.nil?
      return false if value == false || value.to_s =~ /\A(NOT_STORED|NOT_FOUND|EXISTS|(SERVER_|CLIENT_)?ERROR)/
      true
    end

    # The same of a call with several keys.
    #
    # - Array: the keys that failed. Integer: how many did not.
    # - true if none failed, false if any did, nil if the reply does not say.
    def done_of_many(op, value)
      case value
      when true, false, Integer, Array then value
      end
    end

    # false: this client changes the keys or values it is given, so it gets unfrozen ones.
    def frozen_arguments?; true end

    def self.registered_name
      Adapter.registered.key(self)
    end

    protected

    def settle(options, published, access)
      @options = options
      @published = published
      @access = access
      @tls_context = nil
    end

    private

    # An OpenSSL context by which a client verifies the server's certificate and its name; nil without TLS.
    def tls_context
      return nil unless access["tls"]
      @tls_context ||= begin
        require "openssl"
        context = OpenSSL::SSL::SSLContext.new
        context.ca_file = access["tls"]["ca"] if access["tls"]["ca"]
        context.set_params(:verify_mode => OpenSSL::SSL::VERIFY_PEER)
        context
      end
    end

    # [user, password] of a login in this way ("sasl" or "text"); nil without one.
    def login(by)
      access["login"] && access["login"]["by"] == by ? access["login"].values_at("user", "password") : nil
    end

    # The absolute path of a file that `require` has loaded ("dalli.rb"), or nil.
    # It is looked for below $LOAD_PATH only: adapters/dalli.rb is loaded too.
    def loaded_file(name)
      loaded = $LOADED_FEATURES.select { |path| path.end_with?("/#{name}") && File.exist?(path) }
      loaded = loaded.map { |path| File.realpath(path) }
      candidates = $LOAD_PATH.map { |folder| File.join(folder.to_s, name) }.select { |path| File.exist?(path) }
      candidates.map { |path| File.realpath(path) }.find { |path| loaded.include?(path) }
    end
  end
end

Adapter = CachemarkDriver::Adapter
