# frozen_string_literal: true

module Cachemark
  module Env
    # Builds the environments of a run at the same time. One that fails never stops another.
    class Builder
      # The operating system's refusals that concern the whole cache, not one contender.
      REFUSALS = [Errno::ENOSPC, Errno::EDQUOT, Errno::EACCES, Errno::EROFS, Errno::EPERM, Errno::ENOTDIR, Errno::EEXIST].freeze

      # `spawn` runs commands: `run(argv, env:, chdir:, log:) -> status` with `success?`, the
      # env being all of the child's. Without `install`, only ready environments are used; `offline`
      # builds from the cache alone.
      #
      #: (cache: String, spawn: Object, registry: Registry, ?offline: bool, ?install: bool, ?variables: Variables, ?archive: Debian::Sources::Archive?) -> void
      def initialize(cache:, spawn:, registry:, offline: false, install: true, variables: Variables.new, archive: nil)
        @cache = cache
        @workshop = Workshop.new(cache: cache, spawn: spawn, registry: registry, offline: offline, install: install,
                                 variables: variables, archive: archive)
        @reporting = Mutex.new
      end

      # Keeps `env prune` of other processes away until `release` or this process ends. `locks`
      # are {contender id => lock text of a record} to be rebuilt exactly. The block receives
      # {kind: "resolving|building|ready|failed", contender:, gem:, message:}, one at a time.
      # Raises Trouble where the cache itself cannot be used, Usage for a ruby= that is none.
      #
      #: (Array[Contender], ?locks: Hash[String, String]) ?{ (Hash) -> void } -> Hash[String, Environment | Unavailable]
      def build(contenders, locks: {}, &event)
        guarded { @lease ||= Latch.use(@cache) }
        threads = contenders.map { |contender| start(contender, locks[contender.id], event) }
        outcomes = threads.map(&:value)
        outcomes.each { |outcome| raise outcome if outcome.is_a?(Error) }
        contenders.map(&:id).zip(outcomes).to_h
      ensure
        threads&.each(&:kill)
        @workshop.abandon
      end

      # Lets `env prune` have the cache again.
      def release
        @lease&.close
        @lease = nil
      end

      private

      # A Trouble is kept until all have ended: it must not cut off the others' builds.
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
        environment = Construction.of(contender, @workshop, lock: lock, &report).call
        report.call("ready")
        environment
      rescue Impossible => error
        report.call("failed", nil, error.reason)
        Unavailable.new(reason: error.reason, how: error.how, log: error.log)
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
    end
  end
end
