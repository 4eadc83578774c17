# frozen_string_literal: true

require "digest"
require "fileutils"

module Cachemark
  module Env
    # Environments of gems. Bundler resolves them, with a generated Gemfile and a lock for each contender. RubyGems installs
    # each gem version once for each Ruby into a shared store, because `bundle install` would lock the whole store, and so
    # build one environment after the other. The driver then runs with plain -I folders and no gem home, so that it can load
    # only the gems in its lock.
    module Gems
      # The error for a contender that needs another Ruby, as a requirement of RubyGems.
      #: (Runtime, Object, ?log: String?) -> Impossible
      def self.other_ruby(runtime, wanted, log: nil)
        offer = Debian::Offer.meeting(wanted)
        how = ["pass ruby=PATH of a Ruby #{wanted}", *("cachemark env runtime #{offer.name} makes one" if offer)].join("; ")
        Impossible.new("needs Ruby #{wanted} (this is #{runtime.version})", how: how, log: log)
      end

      # Writes the Gemfile of a contender. It has exact versions only, so that its text determines the environment. Pure.
      class Gemfile
        # A line of the Gemfile: `options` as for Bundler's `gem` ({path: "..."} or {git:, ref:}).
        Entry = Value.define(:name, version: nil, options: {}) do
          def to_s
            requirement = version && "= #{version}"
            given = options.map { |key, value| "#{key}: #{value.dump}" }
            "gem #{[name.dump, requirement&.dump, *given].compact.join(", ")}"
          end
        end

        #: (entries: Array[Gemfile::Entry], source: String) -> void
        def initialize(entries:, source:)
          @entries = entries.sort_by(&:name)
          @source = source
        end

        # The credentials of a gem source are not written: GemCommands passes them to Bundler.
        def to_s = ["source #{Registry::Address.public(@source).dump}", *@entries].join("\n").concat("\n")

        def empty? = @entries.empty?
      end

      # Builds the environments of Ruby's contenders: gems, by Bundler's lock.
      class Construction < Builder::Construction
        # Part of every digest. Increase it if the meaning of a folder's contents changes.
        FORMAT = 2

        private

        def check
          check_ruby
          super
        end

        def runtime = @runtime ||= @context.runtimes.at(@contender.runtime)

        def store = @store ||= Store.new(runtime: runtime, context: @context)

        def gem_commands = @gem_commands ||= GemCommands.new(runtime: runtime, store: store, context: @context)

        def origin = @origin ||= Origin.of(@contender, @context, store)

        def gemfile
          @gemfile ||= begin
            pinned = origin.pinned.map { |name, version| Gemfile::Entry.new(name: name, version: version) }
            Gemfile.new(entries: pinned + origin.entries, source: @context.registry.source)
          end
        end

        def digest
          parts = [FORMAT, runtime.key, runtime.path, gemfile, *origin.stamps, *@contender.left_out, @lock]
          Digest::SHA256.hexdigest(parts.join("\0"))[0, 20]
        end

        def check_ruby
          check_jit
          wanted = @contender.requires_runtime
          raise Gems.other_ruby(runtime, wanted) unless runtime.meets?(wanted)
        end

        # A Ruby without the compiler would only print a warning.
        def check_jit
          jit = @contender.language.jits[@contender.jit]
          return if jit.nil? || runtime.jits.include?(jit.name)

          raise Impossible.new("this #{@contender.language.title} was built without #{jit.title}: #{runtime.path}", how: jit.how)
        end

        def environment(facts) = assembly.environment(facts)

        def assembly = Assembly.new(@contender, runtime, @context, folder)

        def make
          folder.prepare(gemfile.to_s, lock: @lock && Lockfile.local(@lock, source: Registry::Address.public(@context.registry.source)))
          @event.call("resolving", nil)
          origin.fetch(gem_commands) { |gem| @event.call("building", gem) }
          assemble
        end

        def assemble
          return assembly.facts(origin, store, { load_paths: [], gems: [] }) if gemfile.empty?

          check_bundler
          return assembly.facts(origin, store, install) unless origin.checked_out?

          # Bundler's cache of git repositories supports only one process at a time.
          FileLock.hold(@context.path("locks", "git.lock")) { assembly.facts(origin, store, install) }
        end

        def install
          specs = gem_commands.lock(folder, resolve: @lock.nil?)
          Lockfile.in_order(specs).each do |spec|
            next if !spec.fetch(:gem) || spec.fetch(:name) == "bundler"

            store.install(spec, gem_commands) { @event.call("building", spec.fetch(:full_name)) }
          end
          gem_commands.check_out(folder) if origin.checked_out?
          gem_commands.load_paths(folder)
        end

        def check_bundler
          return if runtime.bundler

          raise Impossible.new("#{runtime.path} has no Bundler", how: "install it: #{runtime.path} -S gem install bundler")
        end

        # Translates between the facts that an environment's folder keeps as JSON and the Environment that a driver runs in.
        class Assembly
          #: (Contender, Runtime, BuildContext, Folder) -> void
          def initialize(contender, runtime, context, folder)
            @contender = contender
            @runtime = runtime
            @context = context
            @folder = folder
          end

          # The content of env.json. `loaded` is GemCommands#load_paths.
          #: (Origin, Store, Hash[Symbol, Object]) -> Hash[Symbol, Object]
          def facts(origin, store, loaded)
            unused, found = loaded.fetch(:gems).map { |gem| whole(gem) }.partition { |gem| left_out?(gem) }
            own = origin.expected(found)
            lock = File.exist?(@folder.lock) ? File.read(@folder.lock) : ""
            { store: store.path, load_paths: origin.load_path + without(unused, loaded.fetch(:load_paths)),
              runtime: @runtime.facts, lock: Lockfile.portable(lock, stamps: origin.stamps),
              expected: [own, *found.reject { |gem| own && gem.fetch(:gem) == own.fetch(:gem) }].compact, unused: unused }
          end

          #: (Hash[Symbol, Object]) -> Environment
          def environment(facts)
            # Contenders with the same gems share a folder, although their own gems differ.
            expected = facts.fetch(:expected).partition { |gem| gem.fetch(:gem) == @contender.client.gem }.flatten(1)
            Environment.of(@contender, @folder, facts, expected: expected, env: variables,
                           argv: [@runtime.path, *facts.fetch(:load_paths).flat_map { |path| ["-I", path] }])
          end

          private

          def whole(gem)
            extension = gem.fetch(:extension_dir)
            gem.merge(extension_dir: (extension if extension && File.directory?(extension)))
          end

          # A gem in the lock that must not be loaded. json 1.8, a dependency of old ActiveSupports, fails on Ruby 3, and the
          # driver itself uses JSON. Ruby's own json replaces it.
          def left_out?(gem) = @contender.left_out.include?(gem.fetch(:gem))

          # Bundler also names folders that gems declare but do not have.
          def without(gems, paths)
            folders = gems.flat_map { |gem| gem.values_at(:dir, :extension_dir) }.compact
            usable = paths.select { |path| File.directory?(path) }
            usable.reject { |path| folders.any? { |folder| path == folder || path.start_with?("#{folder}/") } }
          end

          # No gem home: a gem that is not on the load path cannot be activated.
          def variables
            nowhere = @context.path("nowhere")
            FileUtils.mkdir_p(nowhere)
            @context.variables.for_driver.merge("GEM_HOME" => nowhere, "GEM_PATH" => nowhere)
          end
        end
      end
    end
  end
end
