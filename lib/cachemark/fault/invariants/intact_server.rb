# frozen_string_literal: true

module Cachemark
  module Fault
    module Invariants
      # A call changes the key that it names, on the server, and no other: read there by a connection that no client
      # touches, whatever the client said of it.
      module IntactServer
        #: (Trial) -> [String, String]?
        def self.call(trial)
          did = [*injected(trial), *flushed(trial), *changed(trial)]
          ["CORRUPT", "on the server: #{did.join("; ")}"] if did.any?
        end

        def self.injected(trial)
          ["a key that no call named is there: \"inj\""] if trial.state["injected"]
        end

        def self.flushed(trial)
          ["it was told to flush all it has"] if trial.counters.fetch("cmd_flush", 0).positive?
        end

        def self.changed(trial)
          others = [*Canary::OTHERS, Canary::COUNTER].reject { |name| trial.calls.any? { |call| names?(call, name) } }
          others.filter_map do |name|
            held = trial.state[name]
            "#{name} holds #{held.nil? ? "nothing" : held[0, 40].inspect}" unless held == trial.canary.start(name)
          end
        end

        def self.names?(call, name) = call.step["key"] == name && !%w[get].include?(call.step["op"])
        private_class_method :injected, :flushed, :changed, :names?
      end
    end
  end
end
