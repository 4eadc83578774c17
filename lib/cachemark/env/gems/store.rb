# frozen_string_literal: true

require "fileutils"

module Cachemark
  module Env
    module Gems
      # The gems of a Ruby, each version once, shared by all environments and all cachemark processes. RubyGems writes a
      # gem's specification last, so that a gem with a specification is complete.
      class Store
        # Absolute path; Bundler's BUNDLE_PATH.
        attr_reader :path

        #: (runtime: Runtime, context: BuildContext) -> void
        def initialize(runtime:, context:)
          @runtime = runtime
          @context = context
          @path = context.path("store", runtime.key)
        end

        # Where RubyGems and Bundler both keep gems below `path`.
        #: () -> String
        def gem_home = File.join(@path, @runtime.engine, @runtime.abi)

        #: (String) -> bool
        def include?(full_name) = File.exist?(File.join(gem_home, "specifications", "#{full_name}.gemspec"))

        #: (String) -> String
        def dir(full_name) = File.join(gem_home, "gems", full_name)

        # Installs a gem unless it exists. Waits while another thread or process installs it. Raises Impossible.
        #: ({name:, version:, full_name:, platform:}, GemCommands) ?{ () -> void } -> void
        def install(spec, gem_commands, &building)
          full_name = spec.fetch(:full_name)
          @context.once([@path, full_name]) do
            next if include?(full_name)

            FileLock.hold(@context.path("locks", "#{@runtime.key}-#{full_name}.lock")) do
              build(spec, gem_commands, &building) unless include?(full_name)
            end
          end
        end

        private

        def build(spec, gem_commands)
          yield if block_given?
          log = File.join(@path, "logs", "#{spec.fetch(:full_name)}.log")
          FileUtils.mkdir_p([gem_home, File.dirname(log)])
          FileUtils.rm_f(log)
          gem_commands.install(*order(spec), log: log)
        rescue Impossible => error
          reason = "#{spec.fetch(:name)} #{spec.fetch(:version)} cannot be installed: " \
                   "#{error.reason.sub("RubyGems failed: ", "")}"
          raise Impossible.new(reason, how: error.how, log: error.log)
        end

        # An archive that another Ruby downloaded works as well.
        def order(spec)
          archive = Paths.matching(@context.path("store"), "*/*/*/cache/#{spec.fetch(:full_name)}.gem").first
          return [archive, ["--local"]] if archive
          raise Impossible.not_cached(spec.fetch(:full_name)) if @context.offline

          platform = spec.fetch(:platform, "ruby")
          [spec.fetch(:name), ["--version", spec.fetch(:version), "--platform", platform]]
        end

        # Removes the gems that no environment needs from the store of a Ruby.
        class Pruning
          #: (String, Array[Inventory::Entry]) -> void
          def initialize(store, entries)
            @store = store
            @needed = entries.flat_map(&:full_names)
          end

          # Returns the full names of the removed gems. A store that no environment needs is removed as a whole.
          #: () -> Array[String]
          def call
            names = gems - @needed
            return names.tap { FileUtils.rm_rf(@store) } if @needed.empty?

            # The specification is removed first, because a gem without one counts as absent.
            names.each { |name| FileUtils.rm_rf(traces(name)) }
          end

          private

          def gems
            folders = paths("*/*/gems/*") + paths("*/*/bundler/gems/*") + built
            folders.map { |path| File.basename(path) } - ["extensions"]
          end

          def built = paths("built/*").select { |path| File.directory?(path) }

          def traces(name)
            ["*/*/specifications/#{name}.gemspec", "*/*/gems/#{name}", "*/*/extensions/*/*/#{name}", "*/*/cache/#{name}.gem",
             "*/*/build_info/#{name}.info", "*/*/bundler/gems/#{name}", "built/#{name}", "built/#{name}.log",
             "logs/#{name}.log"].flat_map { |glob| paths(glob) }
          end

          def paths(glob) = Paths.matching(@store, glob)
        end
      end
    end
  end
end
