# frozen_string_literal: true

module Cachemark
  module Vocabulary
    # How calls are made: one after the other (`sync`), or by `workers` at the same time. `name` says what these are (threads,
    # processes ...). Each worker has its own client unless the client is `shared`.
    class Mode < Value.define(:name, :workers, shared: false)
      FORM = /\A(?<name>[a-z]+)-0*(?<workers>[1-9]\d{0,9})(?<shared>,shared)?\z/
      # More would measure the machine's scheduler.
      MOST = 256
      private_constant :FORM

      class << self
        # From a user's word: "sync", "threads-08,shared". Raises Usage.
        #
        #: (String) -> Mode
        def parse(text)
          return SYNC if text == SYNC.name

          parts = FORM.match(text) or raise Usage.new("--mode #{text}: not a mode", try: "write #{forms}")
          workers = parts[:workers].to_i
          raise Usage.new("--mode #{text}: more than #{MOST} workers", try: "write a smaller number") if workers > MOST

          new(name: parts[:name], workers: workers, shared: !parts[:shared].nil?)
        end

        # Of a cell or a record, which have it as `to_s` writes it; an old record may have none.
        #
        #: (String?) -> Mode
        def of(canonical) = canonical.nil? ? SYNC : parse(canonical)

        # What a user may write, for help texts.
        #
        #: () -> String
        def forms
          names = Language.all.values.flat_map(&:modes).uniq
          "sync, or NAME-N[,shared] for N workers at once (#{names.join(", ")}), such as threads-4"
        end
      end

      # Whether one call follows the other.
      #
      #: () -> bool
      def sync? = name == SYNC.name

      # Why a language does not have it; nil where it does.
      #
      #: (Language) -> String?
      def lacking(language)
        return "processes share no memory, so that they cannot share a client" if shared && name == "processes"
        return if sync? || language.modes.include?(name)

        "#{language.title} has no mode #{name}: it has #{Vocabulary.list([SYNC.name, *language.modes])}"
      end

      # The one way to write it: "threads-8,shared".
      #
      #: () -> String
      def to_s = sync? ? name : "#{name}-#{workers}#{",shared" if shared}"

      # The same without the number of workers, as a client's catalogue entry names it: "threads,shared".
      #
      #: () -> String
      def pattern = sync? ? name : "#{name}#{",shared" if shared}"

      # The title of something that is done in this mode: "get", "get (threads-4)".
      #
      #: (String) -> String
      def title(name) = sync? ? name : "#{name} (#{self})"

      SYNC = new(name: "sync", workers: 1)
    end
  end
end
