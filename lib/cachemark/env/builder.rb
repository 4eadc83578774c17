# frozen_string_literal: true

require "digest"
require "etc"
require "fileutils"

module Cachemark
  module Env
    # Builds the environments of a run at the same time. A failed build never stops another.
    class Builder
      # Errors of the operating system that concern the whole cache, not a single contender.
      REFUSALS = [Errno::ENOSPC, Errno::EDQUOT, Errno::EACCES, Errno::EROFS, Errno::EPERM, Errno::ENOTDIR, Errno::EEXIST].freeze

      # `spawn` runs commands: `run(argv, env:, chdir:, log:) -> status` with `success?`; env has all variables of the child.
      # Without `install`, only existing environments are used; `offline` builds from the cache alone.
      #: (cache: String, spawn: Object, registry: Registry, ?offline: bool, ?install: bool, ?variables: Variables, ?archive: Debs::Archive?) -> void
      def initialize(cache:, spawn:, registry:, offline: false, install: true, variables: Variables.new, archive: nil)
        @cache = cache
        @context = BuildContext.new(cache: cache, spawn: spawn, registry: registry, offline: offline, install: install,
                                    variables: variables, archive: archive)
        @reporting = Mutex.new
      end

      # Blocks `env prune` of other processes until `release` or until this process ends. `locks` are {contender id => lock
      # text of a record} of environments that are rebuilt exactly. The block receives {kind:
      # "resolving|building|ready|failed", contender:, gem:, message:}, one at a time. Raises Trouble if the cache itself
      # cannot be used, Usage for an invalid ruby=.
      #: (Array[Contender], ?locks: Hash[String, String]) ?{ (Hash) -> void } -> Hash[String, Environment | Unavailable]
      def build(contenders, locks: {}, &event)
        guarded { @cache_lock ||= FileLock.use(@cache) }
        threads = contenders.map { |contender| start(contender, locks[contender.id], event) }
        outcomes = threads.map(&:value)
        outcomes.each { |outcome| raise outcome if outcome.is_a?(Error) }
        contenders.map(&:id).zip(outcomes).to_h
      ensure
        threads&.each(&:kill)
        @context.abandon
      end

      # Whether the environment of each contender is in the cache; Unavailable if it can never be there. Builds nothing.
      #: (Array[Contender]) -> Hash[String, bool | Unavailable]
      def ready(contenders)
        contenders.to_h do |contender|
          [contender.id, Construction.of(contender, @context).ready?]
        rescue Impossible => error
          [contender.id, error.unavailable]
        end
      end

      # Lets `env prune` use the cache again.
      def release
        @cache_lock&.close
        @cache_lock = nil
      end

      private

      # Keeps a Trouble until all builds have ended, because it must not abort the others.
      def start(contender, lock, event)
        Thread.new do
          Thread.current.report_on_exception = false
          guarded { construct(contender, lock, event) }
        rescue Error => error
          error
        end
      end

      def construct(contender, lock, event)
        report = ->(kind, gem = nil, message = nil) { report(event, kind, contender, gem, message) }
        environment = Construction.of(contender, @context, lock: lock, &report).call
        report.call("ready")
        environment
      rescue Impossible => error
        report.call("failed", nil, error.reason)
        error.unavailable
      end

      def report(event, kind, contender, gem, message)
        return unless event

        @reporting.synchronize { event.call({ kind: kind, contender: contender.id, gem: gem, message: message }) }
      end

      def guarded
        yield
      rescue *REFUSALS => error
        raise Env.unusable(@cache, error)
      end

      # Finds the existing environment of a contender, or builds it. There is a subclass for each kind of package. Each has
      # an `origin` with `stamps`, and
      #
      #   digest       the name of its folder
      #   make         fills the folder, and returns the facts to keep
      #   environment  the Environment that these facts describe
      class Construction
        #: (Contender, BuildContext, ?lock: String?) ?{ (String, String?) -> void } -> Construction
        def self.of(contender, ...)
          kinds = { "gems" => Gems, "debian" => Debs, "npm" => Npm, "go" => Go, "c" => Cc }
          kinds.fetch(contender.language.packages)::Construction.new(contender, ...)
        end

        # `lock` is a record's lock text that must be rebuilt exactly. The block receives (kind, gem or nil) when work
        # starts.
        #: (Contender, BuildContext, ?lock: String?) ?{ (String, String?) -> void } -> void
        def initialize(contender, context, lock: nil, &event)
          @contender = contender
          @context = context
          @lock = lock
          @event = event || ->(_kind, _gem) {}
        end

        # Raises Impossible, Usage (no such runtime), Trouble (disk).
        #: () -> Environment
        def call
          admit
          ready || build
        end

        # Whether nothing is left to build. Raises Impossible, Usage.
        def ready?
          admit
          !folder.facts.nil?
        end

        private

        def folder = @folder ||= Folder.new(@context.path("envs", digest))

        # The first lines of the lock.
        def stamps = origin.stamps

        def admit
          raise Impossible, @contender.refusal if @contender.refusal

          check
        end

        def check
          return if @lock.nil? || Lockfile.stamps(@lock) == stamps

          changed = (Lockfile.stamps(@lock) - stamps).first || stamps.first
          raise Impossible, "the environment of the record is no longer available: it ran #{changed}"
        end

        def ready
          facts = folder.facts or return
          folder.use(@contender.notation)
          environment(facts)
        end

        def build
          raise Impossible.new("its environment is not built yet", how: "run without install=no") unless @context.install

          FileLock.hold(@context.path("locks", "env-#{digest}.lock")) { ready || finish }
        end

        # The notation comes first, so that `env list` can name a build that does not finish.
        def finish
          folder.use(@contender.notation)
          folder.finish(make)
          ready or raise Impossible, "its environment was built but cannot be read back: #{folder.path}"
        end
      end

      # Common parts of all environments of a build: the cache, the spawner, a slot for each core, and the jobs. A job runs
      # once, however many callers wait for it.
      class BuildContext
        attr_reader :cache, :spawn, :registry, :offline, :install, :variables, :runtimes

        #: (cache: String, spawn: Object, registry: Registry, ?offline: bool, ?install: bool, ?variables: Variables, ?archive: Debs::Archive?) -> void
        def initialize(cache:, spawn:, registry:, offline: false, install: true, variables: Variables.new, archive: nil)
          @cache = File.expand_path(cache)
          @spawn = spawn
          @registry = registry
          @offline = offline
          @install = install
          @variables = variables
          @archive = archive
          @runtimes = Runtimes.new(cache: @cache, spawn: spawn, variables: variables)
          @mutex = Mutex.new
          @jobs = {}
          @slots = SizedQueue.new(Etc.nprocessors).tap { |slots| slots.max.times { slots << true } }
        end

        # The user's pip index.
        #: () -> Pip::Index
        def index = @index ||= Pip::Index.new(cache: cache, spawn: spawn, offline: offline, variables: variables)

        # Debian's archive: the one of this machine's apt, unless another was given; false if there is none.
        #: () -> (Debs::Archive | false)
        def archive
          @archive = Debs::Archive.read || false if @archive.nil?
          @archive
        end

        #: (*String) -> String
        def path(*parts) = File.join(@cache, *parts)

        # The path of a program that builds can run; nil without one.
        #: (String) -> String?
        def which(program)
          folders = variables.for_build.fetch("PATH", "").split(File::PATH_SEPARATOR)
          folders.map { |folder| File.join(folder, program) }.find { |path| File.executable?(path) }
        end

        # Runs a command and returns its output. Raises Impossible, and Trouble if the disk is full.
        #: (Array[String], log: String, ?env: Hash[String, String], ?chdir: String, ?complaint: String?) -> String
        def run(argv, log:, env: {}, chdir: cache, complaint: nil)
          FileUtils.mkdir_p(File.dirname(log))
          FileUtils.rm_f(log)
          environment = variables.for_build.merge("LC_ALL" => "C.UTF-8").merge(env)
          status = spawn.run(argv, env: environment, chdir: chdir, log: log)
          return File.read(log, encoding: "UTF-8").scrub if status.success?
          raise full_disk if LogTail.full_disk?(log)

          raise Impossible.new("#{complaint || "#{argv.first} failed"}: #{LogTail.of(log)}", log: log)
        rescue Host::Keeper::NotStarted => error
          raise Impossible.new(error.message.lines.first.chomp,
                               how: "install the package that provides #{File.basename(argv.first)}")
        end

        # The file for the output of one kind of command.
        #: (*String) -> String
        def log(*words) = path("logs", "#{words.first.tr("/", "-")}-#{Digest::SHA256.hexdigest(words.join("\0"))[0, 12]}.log")

        # Builds a folder. The block fills the temporary folder next to it, and returns the finished folder: the temporary
        # one, or one in it. So a folder with the final name is always complete.
        #: (String) { (String) -> String } -> void
        def build_folder(path)
          part = "#{path}.part"
          FileUtils.rm_rf(part)
          FileUtils.mkdir_p(part)
          File.rename(yield(part), path)
        ensure
          FileUtils.rm_rf(part)
        end

        # Runs the block in one of the slots, of which there are as many as cores.
        #: () { () -> Object } -> Object
        def slot
          place = @slots.pop
          yield
        ensure
          @slots << place if place
        end

        # Runs a job the first time. Every caller gets its result, or its error.
        #: (Object) { () -> Object } -> Object
        def once(key, &job)
          @mutex.synchronize { @jobs[key] ||= Thread.new(&job).tap { |thread| thread.report_on_exception = false } }.value
        end

        # Ends jobs that still run (the spawner kills their children), and forgets the results of all.
        def abandon
          @mutex.synchronize { @jobs.each_value(&:kill).clear }
        end

        #: () -> Hash[String, String]
        def credentials = Registry::Address.credentials(registry.source)

        #: () -> Trouble
        def full_disk
          Trouble.new("no space is left on the disk of #{cache}", try: "free some disk space, or run cachemark env prune")
        end
      end
    end
  end
end
