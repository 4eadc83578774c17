# frozen_string_literal: true

module Cachemark
  module Stats
    class Findings
      # Rows of one scenario that speak different protocols: how much of a difference is the client's own
      # cannot be seen then. Tables of many scenarios have clients beside each other that cannot speak alike.
      module Protocols
        class << self
          #: (Observation, Peers | Opponent, Integer) -> Array[Finding]
          def of(seen, peers, _servers)
            own = seen.warm.protocols
            theirs, whose = other(seen, own, peers)
            return [] if own.empty? || theirs.nil? || seen.reference?

            text = "speaks #{words(own)}, where #{whose} speaks #{words(theirs)}"
            [Finding.new(text: text, minor: !seen.definition.pairs?)]
          end

          private

          # [protocols, whose]: the reference's, and where there is none those of the first that differs.
          def other(seen, own, peers)
            others = peers.of(seen).reject { |peer| peer.warm.protocols.empty? || peer.warm.protocols == own }
            reference = peers.reference(seen)
            return if others.empty? || (reference && reference.warm.protocols == own)

            peer = others.find { |one| one == reference } || others.find(&:shown?) || others.first
            [peer.warm.protocols, peer.title]
          end

          def words(protocols) = protocols.join(" and ")
        end
      end
    end
  end
end
