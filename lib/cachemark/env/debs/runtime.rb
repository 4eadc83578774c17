# frozen_string_literal: true

require "digest"
require "fileutils"

module Cachemark
  module Env
    module Debs
      # The runtime of a contender's process. Each subclass has
      #
      #   stamps      identifies the runtime
      #   checkouts   identifies the checkouts that are added to it
      #   registry    identifies the registry of other libraries that are added, if the lock does not name them
      #   lines       the part of these libraries in the lock, after build_in
      #   build_in    builds it in an environment's folder (may use the network); returns its packages
      #   executable  the interpreter, as a path that any program can start
      #   argv        the command that is the interpreter from its first instruction on
      #   variables   environment variables of its process
      #   arguments   the arguments of its process before the program
      #   loading     those that load a module, from a checkout's folders or its own
      #   building    yields the interpreter and variables of one that can build an extension
      #   installer   the arguments with which an interpreter runs pip
      #   installing  the command that runs pip, and its variables (may use the network)
      #   place       the folder that a module's file must be in
      #   absent      why a module is missing
      class Runtime
        # `lock` is the text of a record's lock that must be rebuilt exactly.
        #: (Contender, BuildContext, ?lock: String?) -> Runtime
        def self.of(contender, context, lock: nil)
          runtime = contender.runtime
          named = runtime.nil? || contender.language.runtimes.key?(runtime)
          (named ? Packaged : Borrowed).new(contender, context, lock: lock)
        end

        #: (Contender, BuildContext, ?lock: String?) -> void
        def initialize(contender, context, lock: nil)
          @contender = contender
          @context = context
          @lock = lock
        end

        def checkouts = []

        def registry = nil

        def lines = []

        # {mode => why its processes lack that mode}, after it was built.
        #: () -> Hash[String, String]
        def lacking = @lacking || {}

        def arguments(_folder) = language.environment.arguments

        def loading(module_name, folders)
          place = [*folders.first, module_name].join("/")
          module_name ? language.environment.loading.map { |word| word.sub("MODULE", place) } : []
        end

        # Runs one of the language's programs on it, and returns its last line, parsed as JSON.
        #: (Folder, *String, ?variables: Hash[String, String]) -> Hash[Symbol, Object]
        def ask(folder, *words, variables: {})
          log = folder.file("answer.log")
          text = @context.run([executable(folder), *arguments(folder), *words], env: environment_in(folder).merge(variables),
                                log: log, complaint: "#{executable(folder)} does not run here")
          JSON.parse(text.lines.last.to_s, symbolize_names: true)
        rescue JSON::ParserError
          raise Impossible.new("#{executable(folder)} does not answer as a #{language.title} does", log: log)
        end

        # The folder of checkouts that were exported or built for it.
        #: () -> String
        def store = @context.path("store", key)

        private

        def language = @contender.language

        def environment_in(folder) = language.environment.variables.merge(variables(folder))

        # The user's own runtime, used unchanged, with the packages installed in it.
        class Borrowed < Runtime
          def stamps = [@contender.runtime, identity]

          def key = "#{language.name}-#{Digest::SHA256.hexdigest(stamps.join(" "))[0, 8]}"

          def build_in(_folder) = []

          def executable(_folder) = @contender.runtime

          def argv(folder) = [executable(folder)]

          def variables(_folder) = {}

          # The user's own runtime loads what is installed there.
          def loading(module_name, folders) = folders.any? ? super : []

          def building(folder, **)
            yield executable(folder), {}
          end

          def installer(_executable) = language.runtimes.values.first.installer

          def installing(folder) = [[executable(folder), *installer(executable(folder))], environment_in(folder)]

          def place(_folder, file) = File.dirname(file)

          def folders(_folder, reported) = reported

          def absent(name)
            Impossible.new("#{@contender.runtime} has no module #{name}",
                           how: "install it there, or remove #{language.option}=")
          end

          private

          # A changed file (an upgrade in place) has another identity.
          def identity
            stat = File.stat(@contender.runtime)
            [stat.size, stat.mtime.to_f].join(" ")
          end
        end

        # A Debian runtime with the client's packages, in the environment's private root.
        class Packaged < Runtime
          def stamps
            release = @contender.release
            [runtime.to_h.values_at(:name, :suite, :packages, :arguments), *additions&.stamps, client.package,
             *client.below&.package, *release&.to_h&.values_at(:number, :suite, :package)]
          end

          def key = "#{language.name}-#{runtime.name}"

          def checkouts = additions&.checkouts.to_a

          def registry = additions&.registry

          def lines = additions&.lines.to_a

          def build_in(folder, &event)
            debs = @lock ? store_of_debs.obtain(Debs.locked(@lock), &event) : current(&event)
            root = tree(folder)
            shared = @lock ? [] : base(debs, &event)
            root.add([*(base_path(shared) if shared.any?), *paths(debs - shared)])
            launcher(root)&.write(runtime.launcher)
            add_libraries(folder, root, &event) if additions
            compile(root)
            debs
          end

          def executable(folder) = tree(folder).file(runtime.start)

          def argv(folder) = launcher(tree(folder))&.argv(as: executable(folder)) || [executable(folder)]

          def variables(folder) = libraries(tree(folder))

          def arguments(folder) = [*runtime.arguments.map { |word| placed(word, tree(folder).path) }, *super]

          def building(folder, installer: false)
            root = building_tree(folder)
            installing = installer ? runtime.installing : []
            more = choice.resolve(runtime.packages + runtime.building + client.building + installing)
            root.add([tree(folder).path, *paths(store_of_debs.obtain(more))])
            own = runtime.variables.transform_values { |word| placed(word, root.path) }
            yield root.file(runtime.start), { **libraries(root), **root.for_compiler, **own }
          ensure
            FileUtils.rm_rf(building_tree(folder).path)
          end

          def installer(executable)
            root = executable.delete_suffix("/#{runtime.start}")
            runtime.installer.map { |word| placed(word, root) }
          end

          def installing(_folder)
            root = Tree.new(@context.once([:installer, key]) { installer_root }, @context)
            executable = root.file(runtime.start)
            [[executable, *installer(executable)], { **language.environment.variables, **libraries(root) }]
          end

          def place(folder, _file) = tree(folder).path

          def folders(folder, _reported) = [tree(folder).path]

          def absent(name) = Impossible.new("the packages of #{@contender.id} have no module #{name}")

          private

          def client = @contender.client

          def runtime = @runtime ||= language.runtimes.fetch(@contender.runtime || language.own_runtime)

          def store_of_debs = @store_of_debs ||= Store.new(@context)

          def choice = @choice ||= Choice.new(@contender, runtime, store_of_debs)

          def tree(folder) = Tree.new(folder.file("root"), @context)

          def paths(debs) = debs.map { |deb| store_of_debs.path(deb) }

          def building_tree(folder) = Tree.new(folder.file("building"), @context)

          def additions
            @additions ||= runtime.additions && Additions.new(@contender, runtime, @context, lock: @lock)
          end

          # A runtime without these libraries lacks a mode.
          def add_libraries(folder, root, &event)
            delivery = Pip::Delivery.of(self, folder, @context)
            root.add([additions.path(store, delivery) do |build|
              yield runtime.additions.mode if event
              building(folder, installer: additions.indexed?) { |*given| build.call(building_tree(folder), *given) }
            end])
          rescue Impossible => error
            mode = runtime.additions.mode
            reason = "#{mode} is not available for #{runtime.name} (#{error.reason})"
            @lacking = { mode => [reason, error.how].compact.join(": ") }
          end

          # The lists may name files that the archive has removed. In that case everything is resolved once more.
          def current(&event)
            store_of_debs.obtain(choice.debs, &event)
          rescue Suite::Gone
            store_of_debs.obtain(choice.debs, &event)
          end

          # The packages that all contenders of this runtime share, built once.
          def base(debs, &event)
            own = @context.once([:base, key]) { choice.resolve(runtime.packages) }
            debs.select { |deb| own.include?(deb.with(sha256: nil)) }.tap { |shared| shared_root(shared, &event) }
          end

          # The runtime's packages with those of pip, for all environments.
          def installer_root
            shared_root(store_of_debs.obtain(choice.resolve(runtime.packages + runtime.installing)))
          end

          def shared_root(debs, &event)
            FileLock.hold(@context.path("locks", "root-#{File.basename(base_path(debs))}.lock")) do
              make_base(debs, &event) unless File.directory?(base_path(debs))
            end
            base_path(debs)
          end

          def base_path(debs)
            @context.path("roots", Digest::SHA256.hexdigest([runtime.compile, *debs.map(&:to_s).sort].join("\n"))[0, 20])
          end

          def make_base(debs)
            yield runtime.name if block_given?
            @context.build_folder(base_path(debs)) do |part|
              tree = Tree.new(part, @context)
              tree.add(paths(debs))
              launcher(tree)&.write(runtime.launcher)
              compile(tree)
              part
            end
          end

          # Compiles in advance, so that loads are fast, and no process writes into a root that others use. A file that does
          # not compile could not be loaded either.
          def compile(root)
            return if runtime.compile.empty?

            argv = [root.file(runtime.start), *runtime.compile]
            @context.slot { @context.run(argv, env: libraries(root), chdir: root.path, log: @context.log("compile", root.path)) }
          rescue Impossible
            nil
          end

          # ROOT is replaced by the path of a root.
          def placed(word, root) = word.gsub("ROOT", root)

          # nil for a runtime that runs with the machine's libc.
          def launcher(root) = (Launcher.new(root, runtime.executable) if runtime.launcher)

          # The libraries of a root; a launcher names them itself.
          def libraries(root) = runtime.launcher ? {} : { "LD_LIBRARY_PATH" => root.libraries.join(":") }
        end
      end
    end
  end
end
