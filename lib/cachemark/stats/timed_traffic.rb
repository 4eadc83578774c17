# frozen_string_literal: true

module Cachemark
  module Stats
    # Holds the bytes that servers counted while a cell was timed against those that the tap saw of
    # it in one iteration. What works otherwise when nobody looks is not what its proofs and its
    # work speak of.
    module TimedTraffic
      # The part of the bytes that may differ: a time of day is stored in as many digits as it has.
      SHARE = 0.05
      # Bytes by which a number that a server counts up may differ: a counter, or a value's version.
      NUMBER = 10
      # Bytes of a block that may be somebody else's: of the connection that reads the counters.
      BLOCK = 64
      # [what the server calls it, what the tap calls it, what the calls did, commands with such a number].
      WAYS = [["server_bytes_in", "bytes_out", "sent", /\Acas\z/],
              ["server_bytes_out", "bytes_in", "got", /\A(incr|decr|gets|gats|m[a-z])\z/]].freeze
      private_constant :SHARE, :NUMBER, :BLOCK, :WAYS

      class << self
        # Nil, or how they differ; nil as well where one of them is not on record, and where a local
        # cache answers as much as it likes. Each process is judged for itself.
        #: (Hash, Array[Hash], Array[Hash]) -> String?
        def departure(cell, blocks, works)
          return if works.size < 2 || cell.dig("definition", "wrap")

          first, warm = works.minmax_by { |work| work["pass"] }
          told = blocks.select { |block| block["server_bytes_in"] }.group_by { |block| block["process"] }.values
          told.each { |own| WAYS.each { |way| (found = differing(own, way, first, warm)) && (return found) } }
          nil
        end

        private

        # A block begins with an iteration that may be like the first that the tap saw.
        def differing(blocks, (server, tap, deed, numbered), first, warm)
          iterations = blocks.sum { |block| block["iterations"] }
          timed = blocks.sum { |block| block[server] }.fdiv(iterations)
          seen = warm[tap]
          once = (BLOCK + (first[tap] - seen).abs) * blocks.size.fdiv(iterations)
          return if (timed - seen).abs <= (seen * SHARE) + numbers(warm, numbered) + once

          format("its timed calls %s %d bytes an iteration, under the tap %d: it works otherwise when it is warm",
                 deed, timed.round, seen)
        end

        def numbers(work, numbered)
          commands = (work["commands"] || []).select { |command| command["name"].match?(numbered) }
          commands.sum { |command| command["count"] } * NUMBER
        end
      end
    end
  end
end
