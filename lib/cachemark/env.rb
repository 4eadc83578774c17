# frozen_string_literal: true

require "digest"
require "fileutils"
require "tsort"

module Cachemark
  # An isolated, reproducible environment for each contender, and the proof of which code was loaded. The language of a
  # contender names how its environment is built: from gems (Gems), or from Debian packages (Debs) and files of a pip index
  # (Pip).
  #
  #   cache/envs/DIGEST/       Gemfile, Gemfile.lock, build.log, and env.json (written last: a folder without it is unfinished)
  #   cache/store/RUBY/        the gems, in the layout that both Bundler and RubyGems know
  #   cache/unpacked/NAME-V/   gems whose metadata cannot be installed
  #   cache/runtimes/NAME/     runtimes from Debian packages (Debian)
  #   cache/registry/, cache/runtimes/, cache/locks/, cache/logs/, cache/bundler/
  module Env
    # The environment of a contender.
    #
    # - `argv`: a command without its last argument, the driver's file. `env`: all variables of the child (spawn it with a
    #   clean environment).
    # - `lock`: the text of the lock. `lock_digest`: its SHA-256. `gems`: {name => version}.
    # - `expected`: [{gem:, version: (nil if the source has none), dir:, extension_dir:, reports: (the version that its code
    #   reports, if known)}], the contender's own first.
    # - `runtime`: {path:, version:, description:, engine:, folders:}.
    # - `lacks`: {mode => why its process lacks that mode}.
    Environment = Value.define(:contender_id, :argv, :env, :dir, :lock, :lock_digest, :gems, :expected, :runtime,
                               lacks: {}.freeze) do
      # From the facts that its folder keeps.
      #: (Contender, Folder, Hash[Symbol, Object], argv: Array[String], env: Hash[String, String], **Object) -> Environment
      def self.of(contender, folder, facts, expected: facts.fetch(:expected), **more)
        lock = facts.fetch(:lock)
        new(contender_id: contender.id, dir: folder.path, lock: lock, lock_digest: Lockfile.digest(lock), expected: expected,
            runtime: facts.fetch(:runtime), gems: expected.to_h { |gem| gem.fetch_values(:gem, :version) }.compact, **more)
      end

      # The same folder for one of several contenders that share it. It is checked only for that contender's gems.
      #: (Contender, except: Array[String]) -> Environment
      def for_contender(contender, except:)
        own, others = expected.partition { |gem| gem.fetch(:gem) == contender.client.gem }
        with(contender_id: contender.id, gems: gems.except(*except),
             expected: own + others.reject { |gem| except.include?(gem.fetch(:gem)) })
      end
    end

    # Why a contender has no environment here. `reason` is a sentence, `how` is how to get it (or nil), `log` is the path of
    # the failed command's output (or nil).
    Unavailable = Value.define(:reason, how: nil, log: nil)

    # Raised inside this folder if a contender cannot have its environment here. Builder turns it into an Unavailable, so
    # that it never ends a run.
    class Impossible < Trouble
      # For what an offline run would have to download.
      #: (String) -> Impossible
      def self.not_cached(what) = new("#{what} is not in the cache", how: "run once without install=cached")

      # The sentence; the next step (or nil); the path of the log (or nil).
      attr_reader :reason, :how, :log

      #: (String, ?how: String?, ?log: String?) -> void
      def initialize(reason, how: nil, log: nil)
        @reason = reason
        @how = how
        @log = log
        super(reason, try: how)
      end

      #: () -> Unavailable
      def unavailable = Unavailable.new(reason: reason, how: how, log: log)
    end

    # The few environment variables that reach a child process. RUBYOPT, BUNDLE_*, GEM_* and the rest are removed, because
    # they would let the user's shell change the measured code.
    class Variables
      DRIVER = %w[PATH HOME LANG LC_ALL LC_CTYPE TMPDIR TZ].freeze
      NETWORK = %w[GEMRC XDG_CONFIG_HOME SSL_CERT_FILE SSL_CERT_DIR CURL_CA_BUNDLE GIT_SSL_CAINFO SSH_AUTH_SOCK
                   http_proxy https_proxy no_proxy all_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY].freeze

      #: (?Hash[String, String]) -> void
      def initialize(given = ENV)
        @given = given
      end

      # For a process that runs a contender.
      #: () -> Hash[String, String]
      def for_driver = pick(DRIVER)

      # For a process that resolves, downloads or builds: the user's proxies and certificates apply.
      #: () -> Hash[String, String]
      def for_build = pick(DRIVER + NETWORK)

      # For pip: its own configuration applies, too.
      #: () -> Hash[String, String]
      def for_pip
        names = @given.to_h.keys.select { |name| name.start_with?("PIP_") }
        pick([*DRIVER, *NETWORK, "REQUESTS_CA_BUNDLE", *names])
      end

      # For npm, in the same way.
      #: () -> Hash[String, String]
      def for_npm
        names = @given.to_h.keys.select { |name| name.downcase.start_with?("npm_config_") }
        pick([*DRIVER, *NETWORK, "NODE_EXTRA_CA_CERTS", *names])
      end

      # For the compiler of modules, in the same way.
      #: () -> Hash[String, String]
      def for_go = pick([*DRIVER, *NETWORK, *@given.to_h.keys.grep(/\AGO[A-Z0-9]+\z/)])

      private

      # Old gemspecs contain UTF-8 and cannot be read in the POSIX locale.
      def pick(names) = { "LANG" => "C.UTF-8" }.merge(@given.to_h.slice(*names))
    end

    # A lock between processes, on a file in the cache. The kernel drops it with the process, so a crash leaves no lock
    # behind.
    module FileLock
      # Waits for the lock, then runs the block alone (among all cachemark processes on this cache).
      #: (String) { () -> Object } -> Object
      def self.hold(path)
        file = open(path)
        file.flock(File::LOCK_EX)
        yield
      ensure
        file&.close
      end

      # Takes a shared lock that lasts until the returned file is closed.
      #: (String) -> File
      def self.share(path) = open(path).tap { |file| file.flock(File::LOCK_SH) }

      # Runs the block alone, or returns false at once if another process has the lock.
      #: (String) { () -> Object } -> (Object | false)
      def self.try(path)
        file = open(path)
        file.flock(File::LOCK_EX | File::LOCK_NB) && yield
      ensure
        file&.close
      end

      # Marks the cache as in use, until the returned file is closed or the process ends. Any number of runs may use it.
      #: (String) -> File
      def self.use(cache) = share(in_use(cache))

      # Runs the block while no run uses the cache. Raises Trouble if one does, or if the cache cannot be used.
      #: (String) { () -> Object } -> Object
      def self.unused(cache)
        outcome = nil
        free = try(in_use(cache)) { outcome = [yield] }
        return outcome.first if free

        raise Trouble.new("a run is using the cache, so nothing was removed", try: "repeat this when the run has ended")
      rescue SystemCallError => error
        raise Env.unusable(cache, error)
      end

      def self.in_use(cache) = File.join(cache, "locks", "in-use.lock")

      def self.open(path)
        FileUtils.mkdir_p(File.dirname(path))
        File.open(path, File::RDWR | File::CREAT, 0o644)
      end
      private_class_method :in_use, :open
    end

    # The lines of a log that show why a command failed.
    module LogTail
      # The first error of a compiler or an extconf.rb; later errors only follow from it.
      CAUSE = /\berror: |\([A-Z]\w*Error\)/
      ERROR_WORDS = /error|cannot|could not|not found|no such|requires|unable|failed|fatal|denied|no space/i
      NOISE = /\A(Gem files will remain|Results logged|To see why|An error occurred while installing|See also|\s+from )/

      # At most `lines` lines, joined with "; " and cut to 300 characters.
      #: (String, ?lines: Integer) -> String
      def self.of(path, lines: 2)
        all = read(path).lines(chomp: true).map(&:strip).reject { |line| line.empty? || line.match?(NOISE) }
        causes = all.grep(CAUSE)
        errors = all.grep(ERROR_WORDS)
        chosen = causes.empty? ? (errors.empty? ? all : errors).last(lines) : causes.first(lines)
        chosen.join("; ")[0, 300]
      end

      # Whether the command failed because the disk is full.
      #: (String) -> bool
      def self.full_disk?(path) = read(path).match?(/No space left on device|Disk quota exceeded/)

      # The first group of a pattern in it; nil if it is not there.
      #: (String, Regexp) -> String?
      def self.find(path, pattern) = read(path)[pattern, 1]

      def self.read(path)
        text = File.binread(path, 64 * 1024, [File.size(path) - (64 * 1024), 0].max).to_s
        text.dup.force_encoding(Encoding::UTF_8).scrub("?")
      rescue SystemCallError
        ""
      end
      private_class_method :read
    end

    # The files of a checkout that its users load or compile, in a fixed order.
    class SourceFiles
      # globs: relative to the folder.
      #: (String, Array[String]) -> void
      def initialize(dir, globs)
        @dir = dir
        @globs = globs
      end

      # The digest of their names and contents at the first call.
      #: () -> String
      def digest
        @digest ||= files.each_with_object(Digest::SHA256.new) do |file, sum|
          sum << file << "\0" << File.binread(File.join(@dir, file)) << "\0"
        end.hexdigest
      end

      private

      def files
        @globs.flat_map { |glob| Dir.glob(glob, base: @dir) }.uniq.select { |file| File.file?(File.join(@dir, file)) }.sort
      end
    end

    # The text of a lock in the form for records. It is Bundler's lock without the Bundler version, because another version
    # must not restart itself to match. Above it are stamps for the sources that Bundler does not record: `# path dalli
    # sha256:...`.
    module Lockfile
      #: (String, stamps: Array[String]) -> String
      def self.portable(text, stamps:)
        body = text.sub(/^BUNDLED WITH\n.*\n?/, "").rstrip
        [*stamps.map { |stamp| "# #{stamp}" }, body].reject(&:empty?).map { |part| "#{part}\n" }.join
      end

      # The stamps that head a portable lock.
      #: (String) -> Array[String]
      def self.stamps(text) = text.lines(chomp: true).grep(/\A# /).map { |line| line.delete_prefix("# ") }

      # Turns it back into Bundler's format, with this machine's gem source.
      #: (String, source: String) -> String
      def self.local(text, source:)
        body = text.gsub(/^# .*\n?/, "")
        body.gsub(/^(GEM\n)(?:  remote: .*\n)+/) { "#{Regexp.last_match(1)}  remote: #{source}\n" }
      end

      #: (String) -> String
      def self.digest(text) = Digest::SHA256.hexdigest(text)

      # Dependencies before dependents, because an extension's build may need them. Circular dependencies stay in their
      # order.
      #: (Array[Hash[Symbol, Object]]) -> Array[Hash[Symbol, Object]]
      def self.in_order(specs)
        by_name = specs.to_h { |spec| [spec.fetch(:name), spec] }
        each_need = ->(spec, &visit) { spec.fetch(:needs).filter_map { |name| by_name[name] }.each(&visit) }
        TSort.strongly_connected_components(->(&visit) { specs.each(&visit) }, each_need).flatten
      end
    end

    LOADING = Mutex.new
    private_constant :LOADING

    class << self
      # The error for a refusal of the operating system in the cache.
      #: (String, SystemCallError) -> Trouble
      def unusable(cache, error)
        Trouble.new("the cache cannot be used: #{error.message.sub(/ @ \w+ - /, ": ")}",
                    try: "free some disk space and check the permissions of #{cache}, or set XDG_CACHE_HOME")
      end

      # Loads a slow and rarely needed library, one thread at a time. If two threads load the same file, Ruby 3.1 warns as if
      # the file loaded itself.
      #: (String) -> bool
      def require_late(feature) = LOADING.synchronize { require feature }
    end
  end
end
