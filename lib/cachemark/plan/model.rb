# frozen_string_literal: true

module Cachemark
  module Plan
    # What a scenario's calls must answer, by playing them on a Hash. `expectations`
    # has one list per iteration and one Hash per call; `state` is what the keys
    # hold at the end; `hits` and `misses` count keys read per iteration, as the
    # caller sees them; `most` is the Work that each iteration makes where every call
    # asks the server, `least` where a local cache of that iteration answers what it
    # can (the same where the scenario has none); `memory` is the store at the end,
    # with which the next scenario can start where nothing is flushed between.
    class Model < Value.define(:expectations, :state, :hits, :misses, :most, :least, :memory)
      # The fields of a driver's `verify`.
      #
      #: () -> Hash[Symbol, Object]
      def to_verify = { iterations: expectations, state: state }

      # What a fresh process proves: all iterations, but one of them where each goes through pairs as the others do.
      #: () -> Model
      def proof
        return self unless expectations.uniq.one? && expectations.first.any? { |reply| reply.key?("each") }

        with(expectations: expectations.first(1), hits: hits.first(1), misses: misses.first(1))
      end

      class << self
        # `published` plays the published form, with its own prelude and steps; its
        # replies are left open where they depend on what each client made of them.
        #
        #: (Catalog::Scenario, ?iterations: Integer, ?memory: Hash, ?published: bool) -> Model
        def of(scenario, iterations: 2, memory: {}, published: false)
          store = Memory.new(scenario.values, memory, pairs: scenario.pairs&.count)
          scenario.prelude.each { |step| Player.new(store, published: published).call(step) }
          passes = Array.new(iterations) { pass(scenario, store, published) }
          known = !published || scenario.replies_known?
          new(expectations: passes.map { |pass| known ? pass.expectations : pass.expectations.map { { "any" => true } } },
              state: known ? store.state(scenario) : [], memory: store.items, **counts(passes))
        end

        private

        def pass(scenario, store, published)
          player = Player.new(store, published: published, local: scenario.wrap == "local_cache")
          scenario.steps.each { |step| player.call(step) }
          player
        end

        def counts(passes)
          %i[hits misses most least].to_h { |name| [name, passes.map(&name)] }
        end
      end
    end
  end
end
