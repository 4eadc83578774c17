# frozen_string_literal: true

module Cachemark
  module Lab
    # Opens a cell in a fresh process and lets it prove itself, untimed: two
    # iterations with values that name their keys, every reply compared with the
    # model's, the final state read back.
    class Proving
      OPEN_S = 20

      #: (rig: Rig, writer: Record::Writer) -> void
      def initialize(rig:, writer:)
        @rig = rig
        @writer = writer
      end

      # Answers nil, or why the cell has no speed: [status, reason].
      #: (Bout, Driver::Session, String) -> [String, String]?
      def call(bout, session, process)
        opened = session.request("open", @rig.open_fields(bout.cell), deadline_s: OPEN_S)
        return ["unavailable", opened["reason"]] if opened["type"] == "not_offered"

        @rig.flush
        verified = session.request("verify", { cell: bout.id, **bout.model.to_verify }, deadline_s: OPEN_S)
        write(bout, process, verified)
        return if verified["ok"]

        @rig.check!
        ["invalid", reason(verified)]
      end

      private

      def write(bout, process, verified)
        @writer.add("proof", cell: bout.id, process: process, ok: verified["ok"], hits: bout.model.hits.last,
                             misses: bout.model.misses.last, reason: verified["ok"] ? nil : reason(verified))
      end

      # Keys read per iteration; the ruler reads none.
      def reads(bout, verified)
        return { hits: 0, misses: 0 } if verified["proof"] == "none"

        quirks = bout.cell.contender.quirks(bout.cell.scenario.id)
        { hits: bout.model.hits.last + quirks.sum(&:hits), misses: bout.model.misses.last + quirks.sum(&:misses) }
      end

      # The first mismatch, in words.
      def reason(verified)
        wrong = Array(verified["mismatches"]).first
        return "the proof failed: #{verified["errors"].to_a.map { |name, count| "#{name} x #{count}" }.join(", ")}" unless wrong

        call = wrong.values_at("op", "key", "iteration")
        format("wrong reply: %s of %s in iteration %s answered %s, expected %s (%d wrong in all)",
               *call, cut(wrong["actual"]), cut(wrong["expected"]), verified["mismatches"].size)
      end

      def cut(text)
        text.to_s.length > 60 ? "#{text.to_s[0, 57]}..." : text.to_s
      end
    end
  end
end
