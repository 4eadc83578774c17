# frozen_string_literal: true

module Cachemark
  module Stats
    # Whether a cell has a speed, and if not, why: [status, reason], a Remark or as the record has it.
    # A wrong reply outranks everything that was timed.
    module Status
      UNMEASURED = Remark[:unmeasured]

      class << self
        # `measured`: whether there is anything to show of it.
        #: (Hash, Evidence, ?measured: bool) -> [String, (Remark | String)?]
        def of(cell, evidence, measured: evidence.blocks(cell).any?)
          return ["unavailable", cell["reason"]] if cell["status"] == "unavailable"

          failed(evidence.failure(cell)) || disproved(evidence.proofs(cell)) || departed(cell, evidence) ||
            (measured ? ["ok", nil] : ["failed", UNMEASURED])
        end

        # Rows that the run did not reach because it was ended: nothing is wrong with them. A run that went to its end
        # skipped no row.
        #: (Array[Row | WorkTable::Row], String?) -> Array[Row | WorkTable::Row]
        def unmeasured(rows, outcome)
          outcome == "complete" ? [] : rows.select { |row| row.shown && !row.reached }
        end

        private

        def failed(failure)
          [failure["status"], Remark.read(failure["reason"])] if failure
        end

        def disproved(proofs)
          wrong = proofs.find { |proof| !proof["ok"] }
          ["invalid", wrong["reason"] || Remark[:unexpected_replies]] if wrong
        end

        def departed(cell, evidence)
          departure = TimedTraffic.departure(cell, evidence.blocks(cell), evidence.work(cell))
          ["invalid", departure] if departure
        end
      end

      # Compares the bytes that servers counted while a cell was timed with those that the proxy saw of it in one iteration.
      # A client that works otherwise while it is timed is not the one that its proofs and its work are about.
      module TimedTraffic
        # The part of the bytes that may differ: a time of day is stored in as many digits as it has.
        SHARE = 0.05
        # Bytes by which a number that a server counts up may differ: a counter, or a value's version.
        NUMBER = 10
        # Bytes of a block that may be of another connection: the one that reads the counters.
        BLOCK = 64
        # [the server's counter, the proxy's, what the calls did, commands with such a number].
        WAYS = [["server_bytes_in", "bytes_out", :sent, /\Acas\z/],
                ["server_bytes_out", "bytes_in", :got, /\A(incr|decr|gets|gats|m[a-z])\z/]].freeze
        private_constant :SHARE, :NUMBER, :BLOCK, :WAYS

        class << self
          # Nil, or how they differ. Nil as well where one of them is not on record, where a local cache answers as much as it
          # likes, and where the proxy saw the first of a user's pairs, which may be the longest. Each process is judged
          # separately.
          #: (Hash, Array[Hash], Array[Hash]) -> Remark?
          def departure(cell, blocks, works)
            return if works.size < 2 || cell.dig("definition", "wrap") || cell.dig("definition", "pairs", "file")

            blocks = blocks.map { |block| block.merge("iterations" => block["iterations"] * share(cell, works.first)) }
            hands = works.first["iterations"] || 1
            passes = works.minmax_by { |work| work["pass"] }.map { |work| Observation::WireWork.per_iteration(work) }
            processes = blocks.select { |block| block["server_bytes_in"] }.group_by { |block| block["process"] }.values
            processes.each { |own| WAYS.each { |way| (found = differing(own, way, *passes, hands)) && (return found) } }
            nil
          end

          private

          # How many iterations of the proxy's pairs one iteration of all pairs is.
          def share(cell, work) = work["pairs"] ? cell.dig("definition", "pairs", "count") / work["pairs"].to_r : 1

          # A block begins with an iteration (of each worker) that may be like the first that the proxy saw; in an open loop
          # it ends with some that workers have not finished (`spare`).
          def differing(blocks, (server, proxy, way, numbered), first, warm, hands)
            iterations = blocks.sum { |block| block["iterations"] }
            timed = blocks.sum { |block| block[server] }.fdiv(iterations)
            seen = warm[proxy]
            once = (BLOCK + ((first[proxy] - seen).abs * hands)) * blocks.size.fdiv(iterations)
            once += seen * blocks.sum { |block| block["spare"] || 0 }.fdiv(iterations)
            return if (timed - seen).abs <= (seen * SHARE) + numbers(warm, numbered) + once

            Remark[:departure, way: way, timed: timed.round, seen: seen]
          end

          def numbers(work, numbered)
            commands = (work["commands"] || []).select { |command| command["name"].match?(numbered) }
            commands.sum { |command| command["count"] } * NUMBER
          end
        end
      end
    end
  end
end
