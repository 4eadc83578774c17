# frozen_string_literal: true

module Cachemark
  module Plan
    # The incident in each run of an outage, and the load meanwhile.
    #
    # - `incident` (Vocabulary::Incidents) happens to server number `struck`, from 1, of `servers`.
    # - `rate` is in calls a second. `for_s` is the length of a run, in which the incident begins at `at_s` and, if it ends,
    #   lasts `lasts_s`. `delay_s` is that of a slow server's replies.
    # - `repeats` is the number of runs of each contender.
    Outage = Value.define(:incident, :struck, :servers, :rate, for_s: 10.0, at_s: 2.0, lasts_s: 3.0, delay_s: 0.2,
                          repeats: 3) do
      # Seconds after the start at which the incident ends; nil if it lasts to the end of the run.
      #: () -> Float?
      def end_s = (at_s + lasts_s if incident.ends?)

      # A cell for each contender, whose scenario is that of the first run.
      #: (Array[Contender], Integer) -> Array[Cell]
      def cells(contenders, seed)
        traffic = Outage::Traffic.of(self, seed)
        contenders.each_with_index.map do |contender, at|
          Cell.new(id: "c#{at + 1}", contender: contender, scenario: traffic.scenario(contender.client.kinds.first),
                   mode: Vocabulary::Mode::SYNC.to_s, label: contender.id, section: contender.section || contender.id)
        end
      end

      # Its fields among a run's options in the record.
      #: () -> Hash[Symbol, Object]
      def facts = { **to_h.except(:incident), incident: incident.name, end_s: end_s }
    end

    # The calls of a run, and their keys and values.
    class Outage
      # Keys and values that describe themselves: a value is KEY|VERSION|TAIL. `nonce` differs between runs. The values of
      # `texts` have the first version.
      Keys = Value.define(:count, :nonce) do
        # {key => its first value}.
        #: () -> Hash[String, String]
        def texts = names.to_h { |name| [name, "#{name}|#{FIRST}|#{tail}"] }

        #: () -> Array[String]
        def names = Array.new(count) { |number| format("cm-%s-%04d", nonce, number) }

        # The end of each value. It makes the loss of some bytes visible, and is short enough that no client compresses the
        # value.
        #: () -> String
        def tail = "#{nonce}#{"." * PADDING}end"

        def key_bytes = names.last.bytesize

        def to_record = { "count" => count, "nonce" => nonce }
      end

      # The version of the values that every key has before the calls.
      FIRST = 1
      # Bytes of a value that mean nothing.
      PADDING = 40
      # Few enough keys that each is used several times a second, and many enough that every server has some.
      KEYS = 200
      # The share of calls that write.
      WRITES = 0.2

      # The calls, as Arrays with an entry for each. `dues` are ns after the start, `keys` numbers of keys, `writes` 1 or 0.
      # `versions` are the versions that a write writes, and that a read writes if it missed.
      Traffic = Value.define(:dues, :keys, :writes, :versions, :nonce) do
        # The calls of a run, by its seed.
        #: (Outage, Integer) -> Traffic
        def self.of(outage, seed)
          random = Random.new(seed)
          count = (outage.rate * outage.for_s).floor
          dues = Array.new(count) { |number| number * 1_000_000_000 / outage.rate }
          keys = Array.new(count) { random.rand(KEYS) }
          writes = Array.new(count) { random.rand < WRITES ? 1 : 0 }
          latest = Array.new(KEYS, FIRST)
          versions = keys.zip(writes).map { |key, write| latest[key] += write }
          new(dues: dues, keys: keys, writes: writes, versions: versions, nonce: format("%08x", seed))
        end

        # The form for drivers and records.
        #: () -> Hash[Symbol, String]
        def to_wire
          { arrivals: dues.pack("Q<*"), keys: keys.pack("L<*"), writes: writes.pack("C*"), versions: versions.pack("L<*") }
            .transform_values { |bytes| [bytes].pack("m0") }
        end

        # A write of each key at once, in a version after all others.
        #: () -> Traffic
        def probe
          last = versions.max + 1
          with(dues: [0] * KEYS, keys: (0...KEYS).to_a, writes: [1] * KEYS, versions: [last] * KEYS)
        end

        # The keys with their first values.
        #: () -> Keys
        def own_keys = Keys.new(count: KEYS, nonce: nonce)

        # The scenario that writes all keys, and proves that a client can write and read them. `kind` is "client" or "store".
        #: (String) -> Catalog::Scenario
        def scenario(kind)
          write = { "op" => Vocabulary::Operations.writer(kind), "each" => "pairs", "raw" => true, "ttl" => 0 }.freeze
          read = { "op" => Vocabulary::Operations.reader(kind), "each" => "pairs", "raw" => true }.freeze
          Catalog::Scenario.new(id: "#{kind}/outage", label: "outage", summary: "reads and writes while a server is lost",
                                kind: kind, keys: {}, values: {}, prelude: [write], steps: [write, read], pairs: own_keys)
        end
      end
    end
  end
end
