# frozen_string_literal: true

module Cachemark
  module Plan
    # The replies that a scenario's calls must get, found by making the calls on a Hash. `expectations` has one list per
    # iteration and one Hash per call; `state` is what the keys hold at the end. `hits` and `misses` count the keys that each
    # iteration reads, as the caller sees them. `most` is the Work of each iteration if every call asks the server. `least` is
    # the Work if a local cache of that iteration answers all that it can, or `most` if the scenario has no such cache.
    # `memory` is the store at the end. The next scenario can start with it if nothing is flushed between the two.
    class Model < Value.define(:expectations, :state, :hits, :misses, :most, :least, :memory)
      # The fields of the `verify` message to a driver.
      #: () -> Hash[Symbol, Object]
      def to_verify = { iterations: expectations, state: state }

      # The iterations that a fresh process must prove: all, or only the first if all go through pairs in the same way.
      #: () -> Model
      def proof
        return self unless expectations.uniq.one? && expectations.first.any? { |reply| reply.key?("each") }

        with(expectations: expectations.first(1), hits: hits.first(1), misses: misses.first(1))
      end

      class << self
        # `published` makes the calls of the published form, with its prelude and steps. Replies that depend on how each
        # client implemented a call are left open.
        #: (Catalog::Scenario, ?iterations: Integer, ?memory: Hash, ?published: bool) -> Model
        def of(scenario, iterations: 2, memory: {}, published: false)
          store = Memory.new(scenario.values, memory, pairs: scenario.pairs&.count)
          scenario.prelude.each { |step| Iteration.new(store, published: published).call(step) }
          all = Array.new(iterations) { run_iteration(scenario, store, published) }
          known = !published || scenario.replies_known?
          new(expectations: all.map { |one| known ? one.expectations : one.expectations.map { { "any" => true } } },
              state: known ? store.state(scenario) : [], memory: store.items, **counts(all))
        end

        private

        def run_iteration(scenario, store, published)
          iteration = Iteration.new(store, published: published, local: scenario.wrap == "local_cache")
          scenario.steps.each { |step| iteration.call(step) }
          iteration
        end

        def counts(all)
          %i[hits misses most least].to_h { |name| [name, all.map(&name)] }
        end
      end
    end
  end
end
