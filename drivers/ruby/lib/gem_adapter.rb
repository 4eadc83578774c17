# encoding: utf-8
require File.expand_path("../adapter", __FILE__)

module CachemarkDriver
  # The common part of adapters of gems: options, the libraries that make the digest, and the guard
  # around calls whose miss is an exception.
  class GemAdapter < Adapter
    # The folders of every library that is really active, so that two contenders that differ in a
    # companion only (kgio, dalli below a store) never have one digest. Compiled code is in these
    # folders too; ext/ is omitted because it holds build logs, which differ from build to build.
    def roots
      @roots ||= libraries.map { |_, _, main| File.dirname(main) }.uniq
    end

    private

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

GemAdapter = CachemarkDriver::GemAdapter
