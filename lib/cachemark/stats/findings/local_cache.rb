# frozen_string_literal: true

module Cachemark
  module Stats
    class Findings
      # What a local cache spares the server; a table of speeds tells it from the server's counters.
      module LocalCache
        #: (Observation, Peers, Integer) -> Array[Finding]
        def self.of(seen, peers, _servers)
          return [] unless seen.definition.local_cache? && seen.definition.keys_read.positive?

          answered, all = spared(seen), seen.definition.keys_read
          return [] if answered.negative?

          text = "its local cache answers #{answered.zero? ? "none" : answered} of #{all} reads"
          [Finding.new(text: text, detail: beside(answered, peers.of(seen)), minor: true)]
        end

        # The most that a printed row answers, or else the reference.
        def self.beside(answered, peers)
          most = peers.partition(&:shown?).filter_map { |some| some.max_by { |peer| spared(peer) } }
                      .find { |peer| spared(peer) > answered } or return
          "#{most.shown? ? "#{most.contender}'s" : "the reference's (#{most.contender})"} answers #{spared(most)}"
        end
        private_class_method :beside

        def self.spared(seen) = seen.definition.keys_read + seen.warm.strangers.size - seen.warm.reads
        private_class_method :spared
      end
    end
  end
end
