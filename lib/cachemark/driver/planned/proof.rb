# frozen_string_literal: true

module Cachemark
  module Driver
    class Planned
      # A verification: every reply is compared with its expectation, and keys that were found are counted. An entry of the state
      # has the `key` or `each`, and its `number` or `value`: a name, several names, or nil if it must be absent.
      class Proof
        # The report of a contender that makes no calls.
        NONE = { "ok" => true, "mismatches" => [], "hits" => 0, "misses" => 0, "work" => [], "errors" => {},
                 "proof" => "none" }.freeze
        ANY = { "any" => true }.freeze
        COUNTS = %w[hits misses].freeze
        MOST = 20
        private_constant :ANY, :COUNTS, :MOST

        #: (Cell) -> void
        def initialize(cell)
          @cell = cell
          @judge = Judge.new(cell, exact: true, own: true)
          @mismatches = []
          @errors = Hash.new(0)
          @hits = @misses = 0
          @work = []
        end

        # The replies to the prelude.
        #: (Array[Object]) -> void
        def prelude(replies) = pass(@cell.prelude, replies, @cell.prelude.map { ANY }, "prelude")

        # The replies to each iteration, and its expectations.
        #: (Array[Array[Object]], Array[Array[Hash]]) -> void
        def iterations(all, expected)
          expected.each_with_index do |expectations, at|
            before = [@hits, @misses]
            pass(@cell.steps, all[at], expectations, at)
            @work << { "hits" => @hits - before.first, "misses" => @misses - before.last }
          end
        end

        # The replies to the calls that read the state back.
        #: (Array[Object], Array[Hash[String, Object]]) -> void
        def state(replies, entries)
          pass(entries.map { |entry| @cell.reader(entry) }, replies, entries.map { |entry| expectation(entry) }, "state")
        end

        # The fields of the `verified` reply.
        #: () -> Hash[String, Object]
        def report
          kind = @cell.steps.any? { |step| step["each"] } ? "each key has its own value" : "values name their keys"
          { "ok" => @mismatches.empty?, "mismatches" => @mismatches.first(MOST), "hits" => @hits, "misses" => @misses,
            "work" => @work, "errors" => @errors, "proof" => kind }
        end

        # The report on all workers, by those of each.
        #: (Array[Hash[String, Object]]) -> Hash[String, Object]
        def self.joined(reports)
          found = reports.flat_map { |one| one["mismatches"] }
          work = reports.map { |one| one["work"] }.reduce { |sum, one| sum.zip(one).map { |pair| total(pair.compact) } }
          { **reports.first, **total(reports.map { |one| one.slice(*COUNTS) }), "ok" => found.empty?,
            "mismatches" => found.first(MOST), "work" => work, "errors" => total(reports.map { |one| one["errors"] }) }
        end

        def self.total(counts) = counts.reduce { |sum, one| sum.merge(one) { |_, left, right| left + right } }
        private_class_method :total

        private

        def pass(steps, replies, expected, iteration)
          steps.zip(expected, @cell.by_step(steps, replies.to_a)).each_with_index do |(step, expectation, reply), at|
            return failed(step, at, reply, iteration) if reply.is_a?(Reported::Raised)

            count(step, reply)
            @judge.mismatches(step, at, expectation, reply).each { |found| @mismatches << { "iteration" => iteration, **found } }
          end
        end

        def failed(step, at, error, iteration)
          @errors[error.type] += 1
          @mismatches << { "iteration" => iteration, "step" => at, "op" => step["op"], "key" => Judge.place(step),
                           "expected" => "a reply", "actual" => Judge.show(error) }
        end

        def count(step, reply)
          return unless Vocabulary::Operations::ALL.fetch(step["op"]).reads?

          (step["each"] ? reply : [reply]).each do |one|
            keys = step["each"] ? 1 : (step["keys"] || [nil]).size
            found = hits(step, one, keys)
            @hits += found
            @misses += keys - found
          end
        end

        def hits(step, reply, keys)
          return keys - reply.keys.size if reply.is_a?(Reported::Computed)
          return reply.is_a?(Hash) ? reply.size : 0 if step["keys"] && !step["each"]

          reply.nil? ? 0 : 1
        end

        def expectation(entry)
          return { "each" => entry["each"] } if entry["each"]
          return { "number" => entry["number"] } if entry["number"]

          entry["value"] ? { "hit" => entry["value"] } : { "miss" => true }
        end
      end
    end
  end
end
