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

    # The folders of every library that is really active, so that two contenders that differ in a
    # companion only (kgio, dalli below a store) never have one digest. Compiled code is in these
    # folders too; ext/ is omitted because it holds build logs, which differ from build to build.
    def roots
      @roots ||= libraries.map { |_, _, main| File.dirname(main) }.uniq
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

    # [name, version, main file] of a library, or nil when it was not loaded.
    def library(name, feature, version = nil)
      main = loaded_file(feature)
      main && [name, version || version_in_path(name, main), main]
    end

    # String: the version in ".../NAME-1.2.3/lib/...", for libraries that do not tell theirs.
    def version_in_path(name, path)
      path[/\/#{Regexp.escape(name)}-(\d[\w.]*)\//, 1]
    end

    # true: the loaded library is older than the version given ("1.8.5").
    def older_than?(other, mine = version)
      (mine.split(".").map { |part| part.to_i } <=> other.split(".").map { |part| part.to_i }) < 0
    end

    # true, false, or nil where the option is not given.
    def switch(options, name)
      value = options[name]
      case value
      when nil, true, false then value
      when "on", "true" then true
      when "off", "false" then false
      else raise ArgumentError, "#{name} is on or off, not #{value.inspect}"
      end
    end

    # Float seconds, nil for "off"; only for an option that is given.
    def seconds(options, name)
      value = options[name]
      [false, "off"].include?(value) ? nil : Float(value)
    end

    # The on/off options that are given, under the library's names for them.
    def switches(options, names)
      given = names.map { |name, key| [key, switch(options, name)] }
      Hash[given.reject { |_, value| value.nil? }]
    end

    # The settings of dalli's connections, which stores on it take, too.
    def dalli_connections(options)
      settings = switches(options, "failover" => :failover)
      settings[:socket_timeout] = seconds(options, "timeout") if options.key?("timeout")
      settings[:down_retry_delay] = seconds(options, "retry_delay") || 0 if options.key?("retry_delay")
      settings[:ssl_context] = tls_context if tls_context
      settings[:username], settings[:password] = login("sasl") if login("sasl")
      settings
    end

    # ArgumentError for an option that this version of the library does not know.
    def refuse(options, names)
      name = names.find { |known| options.key?(known) }
      raise ArgumentError, "#{self.class.registered_name} #{version} has no option #{name}" if name
    end

    # Source: the call, giving `otherwise` in place of the exception by which the client reports a
    # miss; any other exception fails the block. The published `missing` rows rescued every
    # StandardError, whatever the client.
    def guarded(step, call, exceptions = nil, otherwise = "nil")
      return "(begin; #{call}; rescue StandardError; nil; end)" if published? && step.published["rescue"]
      exceptions ? "(begin; #{call}; rescue #{exceptions}; #{otherwise}; end)" : call
    end

    # Source of a call, without the arguments at the end that are nil.
    def call(method, *arguments)
      arguments.pop while arguments.any? && arguments.last.nil?
      "c.#{method}(#{arguments.map { |argument| argument.nil? ? "nil" : argument }.join(", ")})"
    end

    # true: the loaded version of a client's class has the method.
    def has?(client, method)
      client.method_defined?(method)
    end

    # true: the published code passed the keys of a multi-key call as one Array.
    def array_keys?(step)
      published? && step.published["keys"] == "array"
    end

    # Arguments that name the keys of a multi-key call one by one. The published code had a variable for each key.
    def listed(keys, step)
      published? ? keys : ["*#{step.array}"]
    end
  end
end

Adapter = CachemarkDriver::Adapter
