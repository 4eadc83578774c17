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

          others = peers.of(seen).to_h { |peer| [peer.contender, spared(peer)] }
          most, count = others.max_by(&:last)
          beside = count && count > answered ? "#{most}'s answers #{count}" : nil
          text = "its local cache answers #{answered.zero? ? "none" : answered} of #{all} reads"
          [Finding.new(text: text, detail: beside, minor: true)]
        end

        def self.spared(seen) = seen.definition.keys_read + seen.warm.strangers.size - seen.warm.reads
        private_class_method :spared
      end
    end
  end
end
