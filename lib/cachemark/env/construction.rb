# frozen_string_literal: true

module Cachemark
  module Env
    # Finds one contender's environment ready, or builds it. There is a subclass for each kind of package; each has an
    # `origin` with `stamps`, and
    #   digest       the name of its folder
    #   make         fills the folder, and returns the facts to keep
    #   environment  the Environment that these facts describe
    class Construction
      #: (Contender, Workshop, ?lock: String?) ?{ (String, String?) -> void } -> Construction
      def self.of(contender, ...)
        { "gems" => Gems::Construction, "debian" => Debs::Construction }.fetch(contender.language.packages).new(contender, ...)
      end

      # `lock` is a record's lock text that has to be rebuilt exactly; the block receives
      # (kind, gem or nil) as work starts.
      #
      #: (Contender, Workshop, ?lock: String?) ?{ (String, String?) -> void } -> void
      def initialize(contender, workshop, lock: nil, &event)
        @contender = contender
        @workshop = workshop
        @lock = lock
        @event = event || ->(_kind, _gem) {}
      end

      # Raises Impossible, Usage (no such runtime), Trouble (disk).
      #
      #: () -> Environment
      def call
        raise Impossible, @contender.refusal if @contender.refusal

        check
        ready || build
      end

      private

      def folder = @folder ||= Folder.new(@workshop.path("envs", digest))

      def check
        return if @lock.nil? || Lockfile.stamps(@lock) == origin.stamps

        changed = (Lockfile.stamps(@lock) - origin.stamps).first || origin.stamps.first
        raise Impossible, "the environment of the record is no longer available: it ran #{changed}"
      end

      def ready
        facts = folder.facts or return
        folder.use(@contender.notation)
        environment(facts)
      end

      def build
        raise Impossible.new("its environment is not built yet", how: "run without --no-install") unless @workshop.install

        Latch.hold(@workshop.path("locks", "env-#{digest}.lock")) { ready || finish }
      end

      def finish
        folder.finish(make)
        ready or raise Impossible, "its environment was built but cannot be read back: #{folder.path}"
      end
    end
  end
end
