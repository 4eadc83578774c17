# frozen_string_literal: true

require "etc"

module Cachemark
  module Env
    # The parts that all environments of one build share: the cache, the spawner, a slot for each core, and the rule that
    # a job runs once, however many wait for it.
    class Workshop
      attr_reader :cache, :spawn, :registry, :offline, :install, :variables, :runtimes

      #: (cache: String, spawn: Object, registry: Registry, ?offline: bool, ?install: bool, ?variables: Variables, ?archive: Debian::Sources::Archive?) -> void
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

      # Debian's: that of this machine's apt, unless another one was given; or nil.
      #
      #: () -> Debian::Sources::Archive?
      def archive = @archive ||= Debian::Sources.read.archive

      #: (*String) -> String
      def path(*parts) = File.join(@cache, *parts)

      # Runs the block in one of as many slots as there are cores.
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

      # Ends jobs that still run (the spawner kills their children) and forgets the outcome of all.
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
