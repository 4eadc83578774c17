# encoding: utf-8

module CachemarkDriver
  # The compiler that translates code of this process while it runs.
  module Jit
    # In MRI. Other engines always have one.
    NAMES = %w(YJIT RJIT MJIT)

    class << self
      # Hash: the name and the version of the compiler, or nil if none is on. A client may switch it on later.
      def facts
        return {"name" => RUBY_ENGINE, "version" => engine_version} unless RUBY_ENGINE == "ruby"
        name = NAMES.find { |one| on?(one) }
        name && {"name" => name.downcase, "version" => RUBY_VERSION}
      end

      # Integer: bytes of the code that it has compiled; nil if no compiler is on, or if it does not say.
      def compiled_bytes
        return unless on?("YJIT")
        sizes = RubyVM::YJIT.runtime_stats || {}
        [:inline_code_size, :outlined_code_size].map { |name| sizes[name] }.compact.inject { |one, other| one + other }
      end

      private

      def on?(name)
        defined?(RubyVM) && RubyVM.const_defined?(name) && RubyVM.const_get(name).enabled?
      end

      def engine_version
        defined?(RUBY_ENGINE_VERSION) ? RUBY_ENGINE_VERSION : RUBY_VERSION
      end
    end
  end
end
