# frozen_string_literal: true

module Cachemark
  module Plan
    # How calls are made: one after the other (`sync`), or by `workers` at the same time, which are
    # threads, processes, fibers ... by `name`; each has a client of its own unless it is `shared`.
    class Mode < Value.define(:name, :workers, shared: false)
      FORM = /\A(?<name>[a-z]+)-0*(?<workers>[1-9]\d{0,9})(?<shared>,shared)?\z/
      # More would measure the machine's scheduler.
      MOST = 256
      # What a user may write, for help texts.
      FORMS = "sync, or NAME-N[,shared] for N workers at once (threads, processes, fibers, gevent, asyncio), such as threads-4"
      private_constant :FORM

      class << self
        # From a user's word: "sync", "gevent-08,shared". Raises Usage.
        #: (String) -> Mode
        def parse(text)
          return SYNC if text == SYNC.name

          parts = FORM.match(text) or raise Usage.new("--mode #{text}: not a mode", try: "write #{FORMS}")
          workers = parts[:workers].to_i
          raise Usage.new("--mode #{text}: more than #{MOST} workers", try: "write a smaller number") if workers > MOST

          new(name: parts[:name], workers: workers, shared: !parts[:shared].nil?)
        end

        # Of a cell or a record, which have it as `to_s` writes it.
        #: (String) -> Mode
        def of(canonical) = parse(canonical)
      end

      # Whether one call follows the other.
      #: () -> bool
      def sync? = name == SYNC.name

      # Why a language does not have it; nil where it does.
      #: (Catalog::Language) -> String?
      def lacking(language)
        return "processes share no memory, so that they cannot share a client" if shared && name == "processes"
        return if sync? || language.modes.include?(name)

        has = [SYNC.name, *language.modes]
        "#{language.title} has no mode #{name}: it has #{has[0..-2].join(", ")} and #{has.last}"
      end

      # The one way to write it: "gevent-8,shared".
      #: () -> String
      def to_s = sync? ? name : "#{name}-#{workers}#{",shared" if shared}"

      # What something is called that is done in this mode: "get", "get (threads-4)".
      #: (String) -> String
      def told(name) = sync? ? name : "#{name} (#{self})"

      SYNC = new(name: "sync", workers: 1)
    end
  end
end
