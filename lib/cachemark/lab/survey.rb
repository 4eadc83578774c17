# frozen_string_literal: true

module Cachemark
  module Lab
    # What of a machine decides whether and what can be measured there, beside Host::Machine.facts: the fields of a
    # record's `survey` line. What cannot be found out is nil.
    class Survey
      # `languages` are the catalogue's; `path` the folders of the PATH.
      #
      #: (paths: Paths, languages: Hash[String, Vocabulary::Language], path: Array[String], ?root: String, ?home: String) -> void
      def initialize(paths:, languages:, path:, root: "/", home: Dir.home)
        @paths = paths
        @languages = languages
        @path = path
        @root = root
        @home = home
      end

      # Runs short commands: versions, free space.
      #
      #: (Host::Keeper) -> Hash[String, Object]
      def facts(keeper)
        ask = Host::Ask.new(keeper)
        tools = Host::Tools.new(which: keeper.method(:which), ask: ask, root: @root)
        { "memcached" => { "version" => tools.memcached, "how" => Host::Memcached::Launch::ABSENT },
          "missing" => tools.missing, "disks" => disks(ask), "runtimes" => census(keeper).facts,
          "debian" => File.exist?(File.join(@root, Env::Debs::Tools::Installed::STATUS)) }
      end

      private

      def disks(ask)
        folders = { "cache" => @paths.cache, "state" => @paths.records }
        folders.transform_values { |folder| Host::Disk.facts(folder, ask) }
      end

      def census(keeper)
        made = Env::Inventory.new(cache: @paths.cache).rubies.select(&:ready?).map(&:executable)
        Env::Census.new(runtimes: Env::Runtimes.new(cache: @paths.cache, spawn: keeper), languages: @languages, folders: @path,
                        home: @home, root: @root, made: made)
      end
    end
  end
end
