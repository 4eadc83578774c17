# frozen_string_literal: true

require "json"

module Cachemark
  # The words that every room shares, each in one table: operations, outcomes, modes, metrics, references, addresses, and the
  # facts about each language. Schemas and drivers are checked against these tables by tests.
  module Vocabulary
    SECONDS = { "s" => 1, "m" => 60, "h" => 3600 }.freeze
    private_constant :SECONDS

    # Seconds of a time as people write it ("40s", "2m", "1.5h"); nil for any other text.
    #: (Object) -> Float?
    def self.seconds(text)
      number, unit = text.to_s.match(/\A(\d+(?:\.\d+)?)(s|m|h)\z/)&.captures
      number && (number.to_f * SECONDS.fetch(unit))
    end

    # Names joined for a sentence: "a", "a and b", "a, b and c".
    #: (Array[String], ?String) -> String
    def self.list(names, last = "and")
      names.size > 1 ? "#{names[0..-2].join(", ")} #{last} #{names.last}" : names.join
    end

    # Every operation that a scenario's step can name, by its name. The drivers read the same file.
    module Operations
      # One operation of a scenario's step, as protocol/operations.json has it.
      #
      # `kinds` are the kinds of scenario that offer it. `reply` is what a client answers: "value", "values" (of several keys),
      # "stored" or "number". `found` and `absent` name the counters of the server that one key moves when it is there, and when
      # it is not. `keys` is "one" or "many"; `value` is "needed", "optional" or nil. `raw`: only bytes can be given to it.
      # `number`: it takes `by` and `initial`. `each`: it can be made with each of a scenario's pairs. `replaces`: what it leaves
      # under a key does not depend on what was there.
      Operation = Value.define(:name, :kinds, :reply, :found, :absent, keys: "one", value: nil, ttl: false, raw: false,
                                                                       number: false, each: false, replaces: false) do
        # Whether one call takes several keys.
        def multi? = keys == "many"

        # Whether it makes the server look a key up as a read does.
        def looks_up? = found.include?("hits")

        # Whether it always sends a value.
        def writes? = value == "needed"

        # Whether a step may, or must, name a value.
        def value? = !value.nil?

        # Whether a step has a time to live: one that only sometimes writes has none when it does not.
        #: (Hash[String, Object]) -> bool
        def ttl_in?(step) = ttl && (value != "optional" || step.key?("value"))
      end

      # Name of each counter in memcached's statistics.
      COUNTERS = { hits: "get_hits", misses: "get_misses", sets: "cmd_set", delete_hits: "delete_hits",
                   delete_misses: "delete_misses", incr_hits: "incr_hits", incr_misses: "incr_misses",
                   decr_hits: "decr_hits", decr_misses: "decr_misses", touch_hits: "touch_hits", touch_misses: "touch_misses",
                   cas_hits: "cas_hits", cas_misses: "cas_misses", cas_conflicts: "cas_badval" }.freeze

      ALL = ::JSON.parse(::File.read(::File.join(ROOT, "protocol", "operations.json"))).to_h do |name, facts|
        [name.freeze, Operation.new(name: name, **facts.transform_keys(&:to_sym))]
      end.freeze

      # "client" and "store".
      KINDS = ALL.values.flat_map(&:kinds).uniq.freeze

      class << self
        # Raises KeyError for a name that no operation has.
        #: (String) -> Operation
        def [](name) = ALL.fetch(name)

        # Names of those that a kind of scenario offers.
        #: (String) -> Array[String]
        def of(kind) = ALL.values.select { |one| one.kinds.include?(kind) }.map(&:name)

        # Names of those for which the block is true.
        #: () { (Operation) -> bool } -> Array[String]
        def names(&) = ALL.values.select(&).map(&:name)

        # The operation that puts a value, for a kind.
        #: (String) -> String
        def writer(kind) = kind == "store" ? "write" : "set"
      end
    end

    # How calls are made: one after the other (`sync`), or by `workers` at the same time. `name` says what these are (threads,
    # processes ...). Each worker has its own client unless the client is `shared`.
    class Mode < Value.define(:name, :workers, shared: false)
      FORM = /\A(?<name>[a-z]+)-0*(?<workers>[1-9]\d{0,9})(?<shared>,shared)?\z/
      # More would measure the machine's scheduler.
      MOST = 256
      private_constant :FORM

      class << self
        # From a user's word: "sync", "threads-08,shared". Raises Usage.
        #: (String) -> Mode
        def parse(text)
          return SYNC if text == SYNC.name

          parts = FORM.match(text) or raise Usage.new("--mode #{text}: not a mode", try: "write #{forms}")
          workers = parts[:workers].to_i
          raise Usage.new("--mode #{text}: more than #{MOST} workers", try: "write a smaller number") if workers > MOST

          new(name: parts[:name], workers: workers, shared: !parts[:shared].nil?)
        end

        # Of a cell or a record, which have it as `to_s` writes it; an old record may have none.
        #: (String?) -> Mode
        def of(canonical) = canonical.nil? ? SYNC : parse(canonical)

        # What a user may write, for help texts.
        #: () -> String
        def forms
          names = Language.all.values.flat_map(&:modes).uniq
          "sync, or NAME-N[,shared] for N workers at once (#{names.join(", ")}), such as threads-4"
        end
      end

      # Whether one call follows the other.
      #: () -> bool
      def sync? = name == SYNC.name

      # Why a language does not have it; nil where it does.
      #: (Language) -> String?
      def lacking(language)
        return "processes share no memory, so that they cannot share a client" if shared && name == "processes"
        return if sync? || language.modes.include?(name)

        "#{language.title} has no mode #{name}: it has #{Vocabulary.list([SYNC.name, *language.modes])}"
      end

      # The one way to write it: "threads-8,shared".
      #: () -> String
      def to_s = sync? ? name : "#{name}-#{workers}#{",shared" if shared}"

      # The same without the number of workers, as a client's catalogue entry names it: "threads,shared".
      #: () -> String
      def pattern = sync? ? name : "#{name}#{",shared" if shared}"

      # The title of something that is done in this mode: "get", "get (threads-4)".
      #: (String) -> String
      def title(name) = sync? ? name : "#{name} (#{self})"

      SYNC = new(name: "sync", workers: 1)
    end

    # Every metric by its name, in the order in which help lists them.
    module Metrics
      # What `compare`, `gate` and `find` can judge by. Of all of them less is better. `unit` is of the cost per call.
      # `source` says where the figure comes from: "clock" (timed), "runtime" (counted by the language's runtime, in each block)
      # or "proxy" (counted on the wire, once).
      Metric = Value.define(:name, :unit, :source) do
        # Whether it is counted, so that it does not vary with the machine.
        def exact? = source != "clock"

        # Whether one look settles it, so that more pairs would show nothing new.
        def once? = source == "proxy"
      end

      ALL = [["wall", "ns", "clock"], ["cpu", "ns", "clock"], ["fastest", "ns", "clock"], ["allocations", "objects", "runtime"],
             ["round-trips", "round trips", "proxy"], ["bytes", "bytes", "proxy"]].to_h do |name, unit, source|
        [name, Metric.new(name: name, unit: unit, source: source)]
      end.freeze
      DEFAULT = "wall"
      NAMES = ALL.keys.freeze
      TIMED, COUNTED = NAMES.partition { |name| !ALL.fetch(name).exact? }.map(&:freeze)

      # Raises KeyError for a name that no metric has.
      #: (String) -> Metric
      def self.[](name) = ALL.fetch(name)
    end

    # The contenders that every language's driver has besides clients, by the bare names of their catalogue entries.
    module References
      # The least code that does the same work on a raw socket.
      SOCKET = "socket"
      # Makes no call: its time is the harness overhead.
      NULL = "null"
      # The socket reference, broken on purpose by a mutant.
      CONTROL = "control"
      ALL = [SOCKET, NULL, CONTROL].freeze

      class << self
        # All take a client's id or its bare name: "ruby/socket", "socket".
        #: (String) -> bool
        def socket?(client) = name(client) == SOCKET
        def null?(client) = name(client) == NULL

        # Whether it is a reference and no client that anybody uses.
        #: (String) -> bool
        def include?(client) = ALL.include?(name(client))

        private

        def name(client) = client.to_s.split("/").last
      end
    end

    # What a case of `check` can come to.
    module Outcomes
      # From best to worst: of several trials of one case, and of several invariants, the worst counts.
      ALL = %w[PASS INFO UNSUPPORTED NON-STRICT FAIL CRASH HANG CORRUPT].freeze
      # Those for which `check` exits with 1.
      BAD = %w[FAIL CRASH HANG CORRUPT].freeze

      class << self
        #: (String) -> bool
        def bad?(outcome) = BAD.include?(outcome)

        # 0 for the best; nil for a word that is no outcome.
        #: (String) -> Integer?
        def rank(outcome) = ALL.index(outcome)

        # PASS where there is none.
        #: (Array[String]) -> String
        def worst(outcomes) = outcomes.max_by { |outcome| rank(outcome) } || ALL.first
      end
    end

    # Where a server listens. `host` is without brackets.
    Address = Value.define(:host, :port)

    # "127.0.0.1:11211", "[::1]:11211"
    class Address
      LOOPBACK = "127.0.0.1"
      FORM = /\A(?:\[(?<v6>[\h:]+)\]|(?<name>[\w.-]+)):(?<port>\d{1,5})\z/
      private_constant :FORM

      # From text; nil for what is no address.
      #: (String) -> Address?
      def self.parse(text)
        parts = FORM.match(text) or return
        port = parts[:port].to_i
        new(host: parts[:v6] || parts[:name], port: port) if port.between?(1, 65_535)
      end

      # As clients and drivers take it.
      #: () -> String
      def to_s = "#{host.include?(":") ? "[#{host}]" : host}:#{port}"
    end
  end
end
