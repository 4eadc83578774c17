# frozen_string_literal: true

require "fileutils"

module Cachemark
  module Env
    # The contents of the cache, and how to remove the unneeded parts.
    class Inventory
      # An environment.
      #
      # - `notations`: those that used it. `last_used_at`: Time.
      # - `runtime`: its description. `runtime_path`: its executable.
      # - `full_names`: of its gems. `store`: the path of the gems. `debs`: of its packages. `files`: digests of its files of a
      #   pip index.
      # - `ready`: false for an interrupted build.
      Entry = Value.define(:digest, :dir, :notations, :last_used_at, :runtime, :runtime_path, :full_names, :store, :ready,
                           :size_bytes, debs: [].freeze, files: [].freeze)

      # The removed parts of a prune: digests, full names of gems and packages, names of runtimes, versions of servers, bytes.
      Pruned = Value.define(:environments, :gems, :debs, :runtimes, :freed_bytes, servers: [].freeze, files: [].freeze)

      DAY_S = 86_400

      #: (cache: String, ?now: Time) -> void
      def initialize(cache:, now: Time.now)
        @cache = cache
        @now = now
      end

      # The environments, the last used one last.
      #: () -> Array[Inventory::Entry]
      def list = Paths.matching(@cache, "envs/*").map { |dir| entry(dir) }.sort_by(&:last_used_at)

      # The runtimes that `env runtime` built, by name.
      #: () -> Array[Debian::Installation]
      def runtimes = Debian::Installation.all(@cache)

      # The releases of memcached that runs unpacked.
      #: () -> Array[Servers::Installation]
      def servers = Servers::Installation.all(@cache)

      # Bytes of the whole cache.
      #: () -> Integer
      def size_bytes = size(@cache)

      # Removes environments that were not used for `unused_for_s` (or were never completed). Then it removes the gems,
      # packages, runtimes and servers that no other environment needs. Raises Trouble while a run uses the cache.
      #: (?unused_for_s: Numeric) -> Inventory::Pruned
      def prune(unused_for_s: 30 * DAY_S)
        FileLock.unused(@cache) do
          before = size_bytes
          old, kept = list.partition { |entry| !entry.ready || @now - entry.last_used_at >= unused_for_s }
          FileUtils.rm_rf(old.map(&:dir))
          gems = Paths.matching(@cache, "store/*").flat_map do |store|
            Gems::Store::Pruning.new(store, kept.select { |entry| entry.store == store }).call
          end
          needed, unneeded = runtimes.partition { |runtime| needed?(runtime, kept, unused_for_s) }
          unneeded.each(&:remove)
          servers = self.servers.select { |server| @now - server.last_used_at >= unused_for_s }.each(&:remove)
          debs = Debs::Store::Pruning.new(@cache, [*kept, *needed].flat_map(&:debs)).call
          Pruned.new(environments: old.map(&:digest), gems: gems, debs: debs,
                     files: Pip::Files::Pruning.new(@cache, kept).call,
                     runtimes: unneeded.map(&:name), servers: servers.map(&:version), freed_bytes: before - size_bytes)
        end
      end

      private

      def needed?(runtime, kept, unused_for_s)
        return false unless runtime.ready?

        kept.any? { |entry| entry.runtime_path == runtime.executable } || @now - runtime.last_used_at < unused_for_s
      end

      def entry(dir)
        facts = Folder.new(dir).facts
        users = File.join(dir, "users")
        Entry.new(digest: File.basename(dir), dir: dir, ready: !facts.nil?, size_bytes: size(dir), store: facts&.fetch(:store),
                  notations: File.exist?(users) ? File.readlines(users, chomp: true) : [],
                  last_used_at: File.mtime(File.exist?(users) ? users : dir),
                  runtime: facts&.dig(:runtime, :description), runtime_path: facts&.dig(:runtime, :path),
                  full_names: full_names(facts), debs: facts&.fetch(:debs, []) || [],
                  files: Pip::Package.all_locked(facts ? facts.fetch(:lock, "") : "").map(&:sha256))
      end

      # The names of folders, because the gem that contains a copy is not among the gems.
      def full_names(facts)
        return [] unless facts

        homes = [facts.fetch(:store), @cache].map { |home| "#{home}/" }
        facts.values_at(:expected, :unused).flatten.filter_map do |gem|
          home = homes.find { |folder| gem.fetch(:dir).start_with?(folder) }
          home && gem.fetch(:dir).delete_prefix(home)[%r{(?:\A|/)(?:gems|built|unpacked)/([^/]+)}, 1]
        end
      end

      # Hard links to the same file count once.
      def size(dir)
        files = Dir.glob("**/*", File::FNM_DOTMATCH, base: dir).filter_map { |file| stat(File.join(dir, file)) }
        files.uniq { |stat| [stat.dev, stat.ino] }.sum(&:size)
      end

      def stat(path)
        stat = File.lstat(path)
        stat if stat.file?
      rescue SystemCallError
        nil
      end
    end
  end
end
