# frozen_string_literal: true

module Cachemark
  module Lab
    # Opens a cell in a fresh process and lets it prove itself, untimed: two
    # iterations with values that name their keys, every reply compared with the
    # model's, the final state read back.
    class Proving
      OPEN_S = 20
      READS = %i[hits misses].freeze
      # Drivers tell no more wrong replies than these.
      MOST_TOLD = 20
      private_constant :READS, :MOST_TOLD

      #: (rig: Rig, writer: Record::Writer) -> void
      def initialize(rig:, writer:)
        @rig = rig
        @writer = writer
      end

      # Answers nil, or why the cell has no speed: [status, reason].
      #: (Bout, Driver::Session, String) -> [String, String]?
      def call(bout, session, process)
        open(bout, session) || verify(bout, bout.model.proof, session, process)
      end

      # Of a cell that has proved itself in another process of this run, and whose blocks are whole
      # passes of which every reply is compared: nothing more.
      #: (Bout, Driver::Session, String) -> [String, String]?
      def again(bout, session, process)
        bout.proof && bout.whole_passes? ? open(bout, session) : call(bout, session, process)
      end

      # Of a cell that is open: as many iterations as the model has.
      #: (Bout, Plan::Model, Driver::Session, String, ?deadline_s: Numeric) -> [String, String]?
      def verify(bout, model, session, process, deadline_s: OPEN_S)
        @rig.flush
        scenario = bout.cell.scenario
        verified = session.request("verify", { cell: bout.id, **model.to_verify, **@rig.flushed(scenario) },
                                   deadline_s: deadline_s + Plan::Pace.patience_s(scenario.calls))
        bout.proof = verified["proof"]
        wrong = reason(bout, model, verified)
        write(bout, process, verified, wrong)
        return unless wrong

        @rig.check!
        ["invalid", wrong]
      end

      private

      def open(bout, session)
        opened = session.request("open", @rig.open_fields(bout.cell), deadline_s: OPEN_S)
        ["unavailable", opened["reason"]] if opened["type"] == "not_offered"
      end

      # Hits and misses of an iteration as the client saw them, which each worker made; the ruler reads nothing.
      def write(bout, process, verified, wrong)
        seen = seen(verified).last || Plan::Work.new
        @writer.add("proof", cell: bout.id, process: process, ok: wrong.nil?, hits: seen.hits / bout.hands,
                             misses: seen.misses / bout.hands, reason: wrong, iterations: Array(verified["work"]).size)
      end

      def seen(verified) = Array(verified["work"]).map { |line| Plan::Work.new(hits: line["hits"], misses: line["misses"]) }

      # Nil when all was right.
      def reason(bout, model, verified)
        return wrong(verified) unless verified["ok"]
        return if verified["proof"] == "none"

        seen = seen(verified)
        model.hits.zip(model.misses).each_with_index do |(hits, misses), at|
          right = Plan::Work.new(hits: hits, misses: misses) * bout.hands
          found = seen[at] || Plan::Work.new
          return "the client saw #{found.told(READS)} in an iteration; the scenario makes #{right.told(READS)}" if found != right
        end
        nil
      end

      # The first mismatch, in words.
      def wrong(verified)
        wrong = Array(verified["mismatches"]).first
        return "the proof failed: #{verified["errors"].to_a.map { |name, count| "#{name} x #{count}" }.join(", ")}" unless wrong

        call = wrong.values_at("op", "key", "iteration")
        format("wrong reply: %s of %s in iteration %s answered %s, expected %s (%s)",
               *call, cut(wrong["actual"]), cut(wrong["expected"]), told(verified["mismatches"].size))
      end

      def told(count) = count < MOST_TOLD ? "#{count} wrong in all" : "#{count} or more wrong"

      def cut(text)
        text.to_s.length > 60 ? "#{text.to_s[0, 57]}..." : text.to_s
      end
    end
  end
end
