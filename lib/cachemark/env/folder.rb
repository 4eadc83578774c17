# frozen_string_literal: true

require "fileutils"
require "json"

module Cachemark
  module Env
    # The folder of an environment in the cache. env.json is written last and atomically. If it and the folders named in it
    # exist, the environment is complete.
    class Folder
      # The absolute path.
      attr_reader :path

      #: (String) -> void
      def initialize(path)
        @path = path
      end

      #: (String) -> String
      def file(name) = File.join(path, name)

      #: () -> String
      def gemfile = file("Gemfile")

      #: () -> String
      def lock = file("Gemfile.lock")

      # Facts of a complete environment, or nil, also for a damaged env.json.
      #: () -> Hash[Symbol, Object]?
      def facts
        case JSON.parse(File.read(file("env.json")), symbolize_names: true)
        in { load_paths: [*folders], store: String, runtime: Hash, expected: [*expected], unused: [*unused] } => facts
          facts if folders.all? { |folder| folder?(folder) } && (expected + unused).all? { |gem| gem in { dir: String } }
        else nil
        end
      rescue SystemCallError, JSON::ParserError
        nil
      end

      # Removes the remains of a crash.
      def clear
        FileUtils.mkdir_p(path)
        remains = %w[env.json build.log report.json answer.log Gemfile.lock root building site files]
        FileUtils.rm_rf(remains.map { |name| file(name) })
      end

      # Clears it and writes the Gemfile (and a given lock).
      #: (String, ?lock: String?) -> void
      def prepare(gemfile_text, lock: nil)
        clear
        File.write(gemfile, gemfile_text)
        File.write(self.lock, lock) if lock
      end

      #: (Hash[Symbol, Object]) -> void
      def finish(facts)
        File.write(file("env.json.part"), JSON.pretty_generate(facts))
        File.rename(file("env.json.part"), file("env.json"))
      end

      # Records which notation used it and when, for `env list` and `env prune`.
      #: (String) -> void
      def use(notation)
        FileUtils.mkdir_p(path)
        users = file("users")
        known = File.exist?(users) ? File.readlines(users, chomp: true) : []
        File.open(users, "a") { |io| io.puts(notation) } unless known.include?(notation)
        FileUtils.touch(users)
      rescue Errno::EROFS, Errno::EACCES
        nil
      end

      private

      def folder?(path) = path.is_a?(String) && File.directory?(path)
    end
  end
end
