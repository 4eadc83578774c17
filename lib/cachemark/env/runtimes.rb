# frozen_string_literal: true

require "digest"
require "fileutils"
require "json"

module Cachemark
  module Env
    # Asks Rubies what they are and remembers the answer for as long as the file stays the same.
    class Runtimes
      #: (cache: String, spawn: Object, ?variables: Variables) -> void
      def initialize(cache:, spawn:, variables: Variables.new)
        @folder = ::File.join(cache, "runtimes")
        @spawn = spawn
        @variables = variables
        @known = {}
        @mutex = Mutex.new
      end

      # The runtime at an absolute path, or cachemark's own for nil. Raises Usage for what is no Ruby.
      #
      #: (?String?) -> Runtime
      def at(path = nil)
        return Runtime.current if path.nil? || path == RbConfig.ruby

        @mutex.synchronize { @known[path] ||= recall(path) || probe(path) }
      end

      private

      def recall(path)
        facts = ::JSON.parse(::File.read(note(path)), symbolize_names: true)
        Runtime.new(**facts)
      rescue SystemCallError, ::JSON::ParserError, ArgumentError
        nil
      end

      def probe(path)
        log = "#{note(path)}.log"
        kept { FileUtils.mkdir_p(@folder) && FileUtils.rm_f(log) }
        raise refusal(path, "it did not run") unless run(path, log).success?

        runtime = Runtime.parse(path, ::File.read(log)) or raise refusal(path, "it did not answer as a Ruby does")
        kept { ::File.write(note(path), ::JSON.generate(runtime.to_h)) }
        runtime
      rescue Errno::ENOENT, Errno::EACCES => error
        raise refusal(path, error.message)
      end

      def kept
        yield
      rescue SystemCallError => error
        raise Env.unusable(::File.dirname(@folder), error)
      end

      def run(path, log)
        @spawn.run(Runtime.probe_argv(path), env: @variables.for_build, chdir: @folder, log: log)
      end

      def refusal(path, why) = Usage.new("ruby=#{path} is no Ruby that runs here: #{why}", try: "Name a Ruby's executable.")

      # A changed file (an upgrade in place) has another name.
      def note(path)
        stat = ::File.stat(path)
        identity = [::File.realpath(path), stat.size, stat.mtime.to_f].join(" ")
        ::File.join(@folder, "#{Digest::SHA256.hexdigest(identity)[0, 16]}.json")
      end
    end
  end
end
