# frozen_string_literal: true

module Cachemark
  # An isolated, reproducible environment per contender, and the proof of what was loaded. The language of a contender names
  # how its environment is built: from gems (Gems), or from Debian packages (Debs).
  #
  #   cache/envs/DIGEST/       Gemfile, Gemfile.lock, build.log, and env.json (written last: without it nothing is ready)
  #   cache/store/RUBY/        the gems, in the layout that both Bundler and RubyGems know
  #   cache/unpacked/NAME-V/   gems whose metadata cannot be installed
  #   cache/rubies/NAME/       Rubies from Debian packages (Debian)
  #   cache/registry/, cache/runtimes/, cache/locks/, cache/logs/, cache/bundler/
  module Env
    # A contender's environment, ready to run. `argv` is a command up to but without the
    # driver's file; `env` all variables of the child (spawn it with a clean environment);
    # `lock` the lock's text and `lock_digest` its SHA-256; `gems` {name => version};
    # `expected` [{gem:, version: (nil where the source has none), dir:, extension_dir:,
    # reports: (what it calls itself, if known)}], the contender's own first;
    # `runtime` {path:, version:, description:, engine:, folders:}; `lacks` {mode => why its process lacks that mode}.
    Environment = Value.define(:contender_id, :argv, :env, :dir, :lock, :lock_digest, :gems, :expected, :runtime,
                               lacks: {}.freeze) do
      # The same folder for one of several contenders that share it, which is checked for its own gems only.
      #
      #: (Contender, except: Array[String]) -> Environment
      def lent_to(contender, except:)
        own, others = expected.partition { |gem| gem.fetch(:gem) == contender.client.gem }
        with(contender_id: contender.id, gems: gems.except(*except),
             expected: own + others.reject { |gem| except.include?(gem.fetch(:gem)) })
      end
    end

    # Why a contender has no environment here: `reason` a sentence, `how` the way to get it (or nil), `log` the path of
    # the failed command's output (or nil).
    Unavailable = Value.define(:reason, how: nil, log: nil)

    # Raised inside the room when one contender cannot have its environment here. Builder turns it into an Unavailable,
    # so that it never ends a run.
    class Impossible < Trouble
      # What happened; the next step (or nil); the path of the log (or nil).
      attr_reader :reason, :how, :log

      #: (String, ?how: String?, ?log: String?) -> void
      def initialize(reason, how: nil, log: nil)
        @reason = reason
        @how = how
        @log = log
        super(reason, try: how)
      end
    end

    # The few environment variables that reach a child process. RUBYOPT, BUNDLE_*, GEM_* and
    # the rest stay out: they would let the user's shell change what is measured.
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

      # For a process that resolves, fetches or builds: the user's proxies and certificates apply.
      #: () -> Hash[String, String]
      def for_build = pick(DRIVER + NETWORK)

      private

      # Old gemspecs hold UTF-8 and cannot be read in the POSIX locale.
      def pick(names) = { "LANG" => "C.UTF-8" }.merge(@given.to_h.slice(*names))
    end

    LOADING = Mutex.new
    private_constant :LOADING

    class << self
      # The error to raise where the operating system refuses something in the cache.
      #
      #: (String, SystemCallError) -> Trouble
      def unusable(cache, error)
        Trouble.new("the cache cannot be used: #{error.message.sub(/ @ \w+ - /, ": ")}",
                    try: "free some disk space and check the permissions of #{cache}, or set XDG_CACHE_HOME")
      end

      # Loads a slow and rarely needed library, one thread at a time: where two threads load one file, Ruby 3.1 warns
      # as if the file loaded itself.
      #
      #: (String) -> bool
      def require_late(feature) = LOADING.synchronize { require feature }
    end
  end
end
