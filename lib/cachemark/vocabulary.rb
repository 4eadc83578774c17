# frozen_string_literal: true

require "json"

module Cachemark
  # The words that all rooms share, each in one table: operations, outcomes, modes, metrics, references, and the facts about
  # each language. Tests check the schemas and the drivers against these tables.
  module Vocabulary
    # Why one of several hosts does not measure a cell.
    ELSEWHERE = "it cannot be measured on another host"
    SECONDS = { "s" => 1, "m" => 60, "h" => 3600 }.freeze
    private_constant :SECONDS

    # Seconds of a time as people write it ("40s", "2m", "1.5h"); nil for any other text.
    #: (Object) -> Float?
    def self.seconds(text)
      number, unit = text.to_s.match(/\A(\d+(?:\.\d+)?)(s|m|h)\z/)&.captures
      number && (number.to_f * SECONDS.fetch(unit))
    end

    # The line of a release, such as "5.2" of 5.2.1 and "1" of 1.62; nil for other names.
    #: (String) -> String?
    def self.release_line(name) = name[/\A\d+(?:\.\d+)?(?=\.\w)/]

    # Names joined for a sentence: "a", "a and b", "a, b and c".
    #: (Array[String], ?String) -> String
    def self.list(names, last = "and")
      names.size > 1 ? "#{names[0..-2].join(", ")} #{last} #{names.last}" : names.join
    end

    # Every operation that a scenario's step can name, by its name. The drivers read the same file.
    module Operations
      # One operation of a scenario's step, as protocol/operations.json has it.
      #
      # - `kinds` are the kinds of scenario that offer it.
      # - `reply` is the type of a client's reply: "value", "values" (of several keys), "versions" (values of several keys, each
      #   with its version), "stored" or "number".
      # - `found` and `absent` name the server's counters that one key increments: `found` if the key exists, else `absent`.
      # - `keys` is "one" or "many"; `value` is "needed", "optional" or nil.
      # - `raw`: the operation works on raw values only. `number`: it takes `by` and `initial`.
      # - `each`: it can be made with each of a scenario's pairs.
      # - `quiet`: a client may make it without waiting for the reply.
      # - `replaces`: the item that it leaves under a key does not depend on the item before.
      # - `looks_up`: counters of a call that reads the key on the server, for a key that exists and for an absent key. `cas`
      #   reads it before it writes.
      # - `does`: a sentence for the reference.
      Operation = Value.define(:name, :kinds, :reply, :found, :absent, keys: "one", value: nil, ttl: false, raw: false,
                                                                       number: false, each: false, quiet: false,
                                                                       replaces: false, looks_up: nil, does: nil) do
        # Whether one call takes several keys.
        def multi? = keys == "many"

        # Whether its reply holds what is under the key, or keys.
        def reads? = %w[value values versions].include?(reply)

        # Whether it may leave something else under a key than was there, or for another time.
        def changes? = !reads? || ttl || value?

        # The operation without its optional value. A fetch without a value only reads.
        #: () -> Operation
        def without_value = value == "optional" ? with(absent: absent - ["sets"], value: nil, ttl: false) : self

        # Names of the counters that it can move.
        #: () -> Array[Symbol]
        def counters = (found | absent).map(&:to_sym)

        # Whether it always sends a value.
        def writes? = value == "needed"

        # Whether a step may, or must, name a value.
        def value? = !value.nil?

        # Whether a step has a time to live. An operation with an optional value has one only if the step names a value.
        #: (Hash[String, Object]) -> bool
        def ttl_in?(step) = ttl && (value != "optional" || step.key?("value"))
      end

      # The name of each counter in memcached's statistics.
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

        # The names of the operations that a kind of scenario offers.
        #: (String) -> Array[String]
        def of(kind) = ALL.values.select { |operation| operation.kinds.include?(kind) }.map(&:name)

        # The names of the operations for which the block is true.
        #: () { (Operation) -> bool } -> Array[String]
        def names(&) = ALL.values.select(&).map(&:name)

        # The name of the operation that writes a value, for a kind of scenario.
        #: (String) -> String
        def writer(kind) = kind == "store" ? "write" : "set"

        # The same for the operation that reads it.
        #: (String) -> String
        def reader(kind) = kind == "store" ? "read" : "get"
      end
    end

    # How calls are made: one after the other (`sync`), or by several `workers` at the same time. `name` is the kind of
    # worker (threads, processes ...). Each worker has its own client unless the client is `shared`.
    class Mode < Value.define(:name, :workers, shared: false)
      FORM = /\A(?<name>[a-z]+)-0*(?<workers>[1-9]\d{0,9})(?<shared>,shared)?\z/
      # The mode whose workers have a process each.
      PROCESSES = "processes"
      # More workers would measure the machine's scheduler.
      MOST_WORKERS = 256
      private_constant :FORM

      class << self
        # From a user's word: "sync", "threads-08,shared". Raises Usage.
        #: (String) -> Mode
        def parse(text)
          return SYNC if text == SYNC.name

          parts = FORM.match(text) or raise Usage.new("mode #{text}: not a mode", try: "write #{forms}")
          workers = parts[:workers].to_i
          refuse_many(text) if workers > MOST_WORKERS

          new(name: parts[:name], workers: workers, shared: !parts[:shared].nil?)
        end

        # The names of modes of every language.
        #: () -> Array[String]
        def names = Language.all.values.flat_map(&:modes).uniq

        # Whether a text is a mode without its number of workers: "threads", "threads,shared".
        #: (String) -> bool
        def pattern?(text) = names.include?(text.delete_suffix(",shared"))

        # A pattern with a number of workers. Raises Usage.
        #: (String, String) -> Mode
        def numbered(pattern, workers)
          name, mark, = pattern.partition(",shared")
          parse("#{name}-#{workers}#{mark}")
        end

        # From the text that `to_s` wrote into a cell or a record. An old record may have none.
        #: (String?) -> Mode
        def of(canonical) = canonical.nil? ? SYNC : parse(canonical)

        # The modes that a user may write, for help texts.
        #: () -> String
        def forms
          "sync, or NAME-N[,shared] for N workers at once (#{names.join(", ")}), such as threads-4"
        end

        private

        def refuse_many(text)
          raise Usage.new("mode #{text}: more than #{MOST_WORKERS} workers", try: "write a smaller number")
        end
      end

      # Whether one call follows the other.
      def sync? = name == SYNC.name

      # Why a language lacks the mode; nil if it has the mode.
      #: (Language) -> String?
      def lacking(language)
        return "processes share no memory, so that they cannot share a client" if shared && name == "processes"
        return if sync? || language.modes.include?(name)

        known = [SYNC.name, *language.modes]
        "#{language.title} has only the #{known.one? ? "mode" : "modes"} #{Vocabulary.list(known)}"
      end

      # The canonical form: "threads-8,shared".
      def to_s = sync? ? name : "#{name}-#{workers}#{",shared" if shared}"

      # The form without the number of workers, as in a client's catalogue entry: "threads,shared".
      #: () -> String
      def pattern = sync? ? name : "#{name}#{",shared" if shared}"

      # The title of something that is done in this mode: "get", "get (threads-4)".
      #: (String) -> String
      def title(name) = sync? ? name : "#{name} (#{self})"

      SYNC = new(name: "sync", workers: 1)
      # The workers that every language has.
      PLAIN = "threads"
    end

    # Every metric by its name, in the order in which help lists them.
    module Metrics
      # A metric by which `compare`, `gate` and `find` can judge. Less is always better. `unit` is the unit of the cost per
      # call, or `per` process. `source` is where the figure comes from:
      #
      # - "clock": timed
      # - "runtime": counted by the language's runtime, in each block, or in processes that are not timed
      # - "proxy": counted on the wire, once
      # - "callgrind", "strace", "kernel": counted by an instrument, in processes that are not timed
      #
      # A sentence about a change of it begins with `said`. A count that `varies` differs from process to process. Changes up to
      # the share `least` are not the code's: the same code in another folder has other instructions, by up to 0.1 %.
      Metric = Value.define(:name, :unit, :source, said: nil, per: "call", varies: false, least: 0.0) do
        # Whether it is counted, so that it does not vary with the machine.
        def exact? = source != "clock"

        # Whether one measurement is enough, because another one would show nothing new.
        def once? = source == "proxy" || instrument?

        # The unit of a figure in words: "instructions per call".
        def measure = "#{unit} per #{per}"

        # The number of processes without which there is no verdict on a count.
        def fewest = varies ? 6 : 3

        # Which figures are better.
        def better = "less"

        # Whether it needs processes inside an instrument.
        def instrument? = !%w[clock runtime proxy].include?(source)
      end

      ALL = [
        { name: "wall", unit: "ns", source: "clock" },
        { name: "typical", unit: "ns", source: "clock", said: "in a typical block" },
        { name: "mean", unit: "ns", source: "clock", said: "over all calls" },
        { name: "cpu", unit: "ns", source: "clock", said: "in CPU time" },
        { name: "fastest", unit: "ns", source: "clock", said: "in its fastest calls" },
        { name: "allocations", unit: "objects", source: "runtime", said: "in objects allocated", least: 0.001 },
        { name: "round-trips", unit: "round trips", source: "proxy", said: "in round trips" },
        { name: "bytes", unit: "bytes", source: "proxy", said: "in bytes on the wire" },
        { name: "instructions", unit: "instructions", source: "callgrind", said: "in instructions", varies: true, least: 0.003 },
        { name: "writes", unit: "system calls", source: "strace", said: "in writes" },
        { name: "reads", unit: "system calls", source: "strace", said: "in reads" },
        { name: "allocated_bytes", unit: "bytes", source: "strace", said: "in bytes allocated", least: 0.001 },
        { name: "peak_rss_bytes", unit: "bytes", source: "kernel", said: "in peak memory", per: "process", varies: true,
          least: 0.01 }
      ].to_h { |facts| [facts[:name], Metric.new(**facts)] }.freeze
      DEFAULT = "wall"
      # Answers to the question of how long a call takes.
      OF_TIME = %w[wall typical mean].freeze
      # What `--metric counts` judges.
      EXACT = %w[instructions writes allocations round-trips bytes].freeze
      NAMES = ALL.keys.freeze
      INSTRUMENT = NAMES.select { |name| ALL.fetch(name).instrument? }.freeze
      TIMED, COUNTED = NAMES.partition { |name| !ALL.fetch(name).exact? }.map(&:freeze)
      # Those that can be counted for a single row, in processes that are not timed.
      COUNTABLE = ["allocations", *INSTRUMENT].freeze
      # Those by which `find` can search.
      SEARCHABLE = (TIMED + COUNTABLE).freeze
      # What only proxies see.
      ON_THE_WIRE = NAMES.select { |name| ALL.fetch(name).source == "proxy" }.freeze

      # Raises KeyError for a name that no metric has.
      #: (String) -> Metric
      def self.[](name) = ALL.fetch(name)
    end

    # The contenders of every language's driver that are not clients, by the bare names of their catalogue entries.
    module References
      # The least code that does the same work on a raw socket.
      SOCKET = "socket"
      # Makes no call: its time is the harness overhead.
      NULL = "null"
      # The socket reference, broken on purpose by a mutant.
      CONTROL = "control"
      ALL = [SOCKET, NULL, CONTROL].freeze
      # The socket in C: the least that the kernel and memcached allow.
      LIMIT = "c/socket"

      class << self
        # All accept a client's id or its bare name: "ruby/socket", "socket".
        #: (String) -> bool
        def socket?(client) = name(client) == SOCKET
        def null?(client) = name(client) == NULL

        # Whether it is a reference, and not a client that people use.
        #: (String) -> bool
        def include?(client) = ALL.include?(name(client))

        private

        def name(client) = client.to_s.split("/").last
      end
    end

    # The outcomes that a case of `check` can have.
    module Outcomes
      # From best to worst, with the tone of each in reports. Of several trials of one case, and of several invariants, the worst
      # counts.
      TONES = { "PASS" => "right", "INFO" => "faint", "UNSUPPORTED" => "faint", "NON-STRICT" => "unresolved", "FAIL" => "wrong",
                "CRASH" => "wrong", "HANG" => "wrong", "CORRUPT" => "wrong" }.freeze
      ALL = TONES.keys.freeze
      # Those for which `check` exits with 1.
      BAD = ALL.select { |outcome| TONES[outcome] == "wrong" }.freeze
      # Those between: the client did not do what the fault asks for, and did no harm.
      DOUBTED = ALL.select { |outcome| TONES[outcome] == "unresolved" }.freeze
      # Those that chance cannot cause: no busy machine, and no callers that meet.
      PROVEN = %w[CORRUPT CRASH].freeze
      # Those that a warning in the documentation excuses.
      EXCUSABLE = (DOUBTED + BAD - PROVEN).freeze
      PASSED = "PASS"
      # Why comparisons of clients treat an outcome differently. UNSUPPORTED: the fault cannot strike this client.
      OUT_OF_REACH = "out of reach"
      # Any outcome: the client's documentation warns against the use.
      WARNED = "warned"
      # INFO: it would be worse if the client did not document this behaviour.
      DOCUMENTED = "documented"
      BECAUSE = [OUT_OF_REACH, WARNED, DOCUMENTED].freeze

      class << self
        #: (String) -> bool
        def bad?(outcome) = BAD.include?(outcome)

        #: (String) -> bool
        def passed?(outcome) = outcome == PASSED

        # Whether the client did not do what the fault asks for.
        #: (String) -> bool
        def doubtful?(outcome) = bad?(outcome) || DOUBTED.include?(outcome)

        # The tone of an outcome; any other tone is its own.
        #: (String?) -> String?
        def tone(name) = TONES.fetch(name, name)

        # 0 for the best; nil for a word that is not an outcome.
        #: (String) -> Integer?
        def rank(outcome) = ALL.index(outcome)

        # PASS for an empty list.
        #: (Array[String]) -> String
        def worst(outcomes) = outcomes.max_by { |outcome| rank(outcome) } || ALL.first
      end
    end

    # The octets of a trial, as the record has them: pieces, each with the side that it is from.
    module Octets
      # Takes the place of the side in an entry for omitted pieces.
      GAP = "left out"
    end

    # The work of the commands on the wire, in every protocol. Each command has the facts of the client's operation with its
    # name.
    module Commands
      # Commands of memcached that no scenario can name.
      OTHERS = [
        { name: "replace", reply: "stored", found: ["sets"], absent: ["sets"], value: "needed", ttl: true, replaces: true }
      ].to_h { |facts| [facts[:name], Operations::Operation.new(kinds: [].freeze, **facts)] }.freeze
      private_constant :OTHERS

      ALL = { **OTHERS, **Operations::ALL.slice(*Operations.of("client")) }.freeze

      class << self
        # The facts of a command; nil for one that is not about a key's value (`noop`, `version`).
        #: (String) -> Operations::Operation?
        def [](name) = ALL[name]

        # Names of those for which the block is true.
        #: () { (Operations::Operation) -> bool } -> Array[String]
        def names(&) = ALL.values.select(&).map(&:name).freeze
      end
    end

    # The incidents of an outage: each happens to one server.
    module Incidents
      # An incident.
      #
      # - `name` is its word ("kill"), `sentence` its help, `done` what happened to the server ("was killed").
      # - `back`: what ends it after some time ("continued"); nil if it lasts to the end of the run.
      Incident = Value.define(:name, :sentence, :done, back: nil) do
        # Whether it ends before the run does.
        def ends? = !back.nil?
      end

      ALL = [
        { name: "kill", sentence: "Kill server N. It does not return.", done: "was killed" },
        { name: "stop", sentence: "Stop server N for a while (SIGSTOP). Connections stay open, and it keeps its values.",
          done: "was stopped for a while", back: "continued" },
        { name: "restart", sentence: "Kill server N, and start it again later without its values.", done: "was restarted",
          back: "started" },
        { name: "slow", sentence: "Delay each reply of server N for a while.", done: "was slow for a while",
          back: "fast" },
        { name: "move", sentence: "Kill server N, and let its name lead to another, empty server.",
          done: "moved to another address" }
      ].to_h { |facts| [facts[:name], Incident.new(**facts)] }.freeze

      NAMES = ALL.keys.freeze
      # The usual number of servers.
      SERVERS = 3

      # Raises KeyError for an unknown name.
      #: (String) -> Incident
      def self.[](name) = ALL.fetch(name)
    end
  end
end
