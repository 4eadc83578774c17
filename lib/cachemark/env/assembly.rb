# frozen_string_literal: true

require "fileutils"

module Cachemark
  module Env
    # Between what an environment's folder holds (facts, kept as JSON) and the Environment that
    # a driver is started in.
    class Assembly
      #: (Contender, Runtime, Workshop, Folder) -> void
      def initialize(contender, runtime, workshop, folder)
        @contender = contender
        @runtime = runtime
        @workshop = workshop
        @folder = folder
      end

      # What goes into env.json. `loaded` is Toolbox#load_paths.
      #
      #: (Origin, Store, Hash[Symbol, Object]) -> Hash[Symbol, Object]
      def facts(origin, store, loaded)
        unused, found = loaded.fetch(:gems).map { |gem| whole(gem) }.partition { |gem| left_out?(gem) }
        own = origin.expected(found)
        { store: store.path, load_paths: origin.load_path + without(unused, loaded.fetch(:load_paths)), runtime: @runtime.facts,
          lock: Lockfile.portable(lock_text, stamps: origin.stamps),
          expected: [own, *found.reject { |gem| same?(gem, own) }].compact, unused: unused }
      end

      #: (Hash[Symbol, Object]) -> Environment
      def environment(facts)
        lock = facts.fetch(:lock)
        expected = own_first(facts.fetch(:expected))
        Environment.new(contender_id: @contender.id, env: variables, dir: @folder.path, lock: lock,
                        argv: [@runtime.path, *facts.fetch(:load_paths).flat_map { |path| ["-I", path] }],
                        lock_digest: Lockfile.digest(lock), expected: expected, runtime: facts.fetch(:runtime),
                        gems: expected.to_h { |gem| [gem.fetch(:gem), gem.fetch(:version)] }.compact)
      end

      private

      # Contenders with the same gems share a folder, and are named after different ones of them.
      def own_first(expected) = expected.partition { |gem| gem.fetch(:gem) == @contender.client.gem }.flatten(1)

      def whole(gem)
        extension = gem.fetch(:extension_dir)
        gem.merge(extension_dir: (extension if extension && ::File.directory?(extension)))
      end

      # In the lock, but not to be loaded: json 1.8, which old ActiveSupports ask for, fails on
      # Ruby 3, and the driver itself speaks JSON; Ruby's own stands in.
      def left_out?(gem) = @contender.left_out.include?(gem.fetch(:gem))

      # Bundler also names folders that gems promise and do not have.
      def without(gems, paths)
        folders = gems.flat_map { |gem| gem.values_at(:dir, :extension_dir) }.compact
        usable = paths.select { |path| ::File.directory?(path) }
        usable.reject { |path| folders.any? { |folder| path == folder || path.start_with?("#{folder}/") } }
      end

      def lock_text = ::File.exist?(@folder.lock) ? ::File.read(@folder.lock) : ""

      def same?(gem, own) = own && gem.fetch(:gem) == own.fetch(:gem)

      # No gem home: what is not on the load path cannot be activated.
      def variables
        nowhere = @workshop.path("nowhere")
        FileUtils.mkdir_p(nowhere)
        @workshop.variables.for_driver.merge("GEM_HOME" => nowhere, "GEM_PATH" => nowhere)
      end
    end
  end
end
