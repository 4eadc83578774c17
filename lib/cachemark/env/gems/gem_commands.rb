# frozen_string_literal: true

require "json"

module Cachemark
  module Env
    module Gems
      # The commands of a Ruby's Bundler and RubyGems, run as children with a clean environment. Each raises Impossible with
      # the end of its log if it fails, Trouble if the disk is full.
      class GemCommands
        # The Ruby that a gem needs, in the words of Bundler 2.3 and of later ones, if it is not this one.
        OTHER_RUBY = /depends on\s+Ruby\0? \(?([<>=~!]+ [^)\n]+)/
        private_constant :OTHER_RUBY

        #: (runtime: Runtime, store: Store, context: BuildContext) -> void
        def initialize(runtime:, store:, context:)
          @runtime = runtime
          @store = store
          @context = context
        end

        # Resolves a folder's Gemfile (or, with resolve: false, only reads its lock).
        #: (Folder, ?resolve: bool) -> Array[Hash[Symbol, Object]]
        def lock(folder, resolve: true)
          command = resolve ? ["lock", *("--local" if @context.offline)] : []
          report(folder, Program::LOCK, command, "Bundler cannot resolve")
        rescue Impossible => error
          wanted = LogTail.find(error.log, OTHER_RUBY)
          raise Gems.other_ruby(@runtime, wanted, log: error.log) if wanted
          raise unless @context.offline

          raise Impossible.new(error.reason, how: "run once without install=cached", log: error.log)
        end

        # Checks out git sources and builds their extensions; everything else already exists.
        #: (Folder) -> void
        def check_out(folder)
          ruby(folder, Program::LOCK, [folder.file("specs.json"), "install"], bundler(folder), "Bundler cannot install")
        end

        # {load_paths: [String], gems: [{gem:, version:, dir:, extension_dir:}]} of a complete lock.
        #: (Folder) -> Hash[Symbol, Object]
        def load_paths(folder)
          report(folder, Program::LOAD_PATHS, [], "Bundler cannot load", "BUNDLE_FROZEN" => "true")
        end

        # Installs one gem, without its dependencies; `from` is a name or an archive's path.
        #: (String, Array[String], log: String, ?home: String) -> void
        def install(from, options, log:, home: @store.gem_home)
          where = ["--install-dir", home, "--bindir", File.join(home, "bin")]
          alone = %w[--no-user-install --ignore-dependencies --no-document]
          gem(["install", from, *options, *where, *alone], home: home, log: log)
        end

        #: (Array[String], home: String, log: String, ?chdir: String?) -> void
        def gem(arguments, home:, log:, chdir: nil)
          env = own.merge("GEM_HOME" => home, "GEM_PATH" => home)
          run(["-e", Program::GEM, "--", *arguments], env, chdir || home, log, "RubyGems failed")
        end

        private

        def report(folder, program, arguments, complaint, env = {})
          file = folder.file("report.json")
          ruby(folder, program, [file, *arguments], bundler(folder).merge(env), complaint)
          JSON.parse(File.read(file), symbolize_names: true)
        end

        def ruby(folder, program, arguments, env, complaint)
          run(["-e", program, "--", *arguments], env, folder.path, folder.file("build.log"), complaint)
        end

        def run(arguments, env, chdir, log, complaint)
          status = @context.slot { @context.spawn.run([@runtime.path, *arguments], env: env, chdir: chdir, log: log) }
          return if status.success?
          raise @context.full_disk if LogTail.full_disk?(log)

          raise Impossible.new("#{complaint}: #{LogTail.of(log)}", log: log)
        end

        # Builds everything from source, because Bundler's releases select precompiled gems by different rules (musl is taken
        # for glibc).
        def bundler(folder)
          settings = { "GEMFILE" => folder.gemfile, "APP_CONFIG" => folder.file(".bundle"), "PATH" => @store.path,
                       "USER_CACHE" => @context.path("bundler"), "DISABLE_SHARED_GEMS" => "true", "FROZEN" => "false",
                       "SILENCE_ROOT_WARNING" => "true", "IGNORE_MESSAGES" => "true", "VERSION" => "system" }
          settings["FORCE_RUBY_PLATFORM"] = "true" if @runtime.engine == "ruby"
          own.merge(settings.transform_keys { |key| "BUNDLE_#{key}" }, @context.credentials)
        end

        # Without this, RubyGems caches a source's responses in the user's home. Bundler's user home is unchanged, because it
        # has the user's mirrors and credentials; only its cache (USER_CACHE) is ours.
        def own = @context.variables.for_build.merge("GEM_SPEC_CACHE" => @context.path("bundler", "specs"))

        # The programs of the child Rubies (`ruby -e`). They use the tools of that same Ruby, not those in PATH, where
        # `bundle` may belong to another one. They run on Bundler 2.3 to 2.6.
        module Program
          # ARGV: the `gem` command's own arguments.
          GEM = <<~'RUBY'
            require "rubygems"
            require "rubygems/gem_runner"
            begin
              Gem::GemRunner.new.run(ARGV.dup)
            rescue Gem::SystemExitException => e
              exit e.exit_code
            end
          RUBY

          # ARGV: the file to write, then the arguments for `bundle` (none: only reads the lock). Writes [{name, version,
          # full_name, gem (from a gem source), needs}]. LockfileParser is undocumented but has had this form since Bundler
          # 1.
          LOCK = <<~'RUBY'
            report = ARGV.shift
            load Gem.activate_bin_path("bundler", "bundle", ">= 0.a") unless ARGV.empty?
            require "bundler"
            require "json"
            lock = Bundler::LockfileParser.new(File.read(ENV.fetch("BUNDLE_GEMFILE") + ".lock"))
            specs = lock.specs.map do |s|
              { :name => s.name, :version => s.version.to_s, :full_name => s.full_name, :platform => s.platform.to_s,
                :gem => s.source.instance_of?(Bundler::Source::Rubygems), :needs => s.dependencies.map(&:name) }
            end
            File.open(report, "w") { |f| f.write(JSON.generate(specs)) }
          RUBY

          # ARGV: the file to write. Fails if the lock is incomplete. json is loaded after Bundler, because its default
          # version could contradict the lock's.
          LOAD_PATHS = <<~'RUBY'
            own = $LOAD_PATH.dup
            require "bundler/setup"
            names = Bundler.load.specs.map { |s| s.name } - ["bundler"]
            specs = Gem.loaded_specs.values.select { |s| names.include?(s.name) }
            folders = specs.map { |s| s.full_require_paths }.flatten
            require "json"
            found = specs.map do |s|
              { :gem => s.name, :version => s.version.to_s, :dir => s.full_gem_path, :extension_dir => s.extension_dir }
            end
            paths = ($LOAD_PATH - own).select { |path| folders.include?(path) }
            File.open(ARGV.fetch(0), "w") { |f| f.write(JSON.generate(:load_paths => paths, :gems => found)) }
          RUBY
        end
      end
    end
  end
end
