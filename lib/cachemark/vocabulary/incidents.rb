# frozen_string_literal: true

module Cachemark
  module Vocabulary
    # The incidents of an outage: each happens to one server.
    module Incidents
      # An incident.
      #
      # - `name` is that of its option ("kill"), `sentence` its help, `done` what happened to the server ("was killed").
      # - `back`: what ends it after some time ("continued"); nil if it lasts to the end of the run.
      Incident = Value.define(:name, :sentence, :done, back: nil) do
        # Whether it ends before the run does.
        def ends? = !back.nil?
      end

      ALL = [
        { name: "kill", sentence: "Kill server N. It does not return.", done: "was killed" },
        { name: "stop", sentence: "Stop server N for a while (SIGSTOP). Connections stay open, and it keeps its values.",
          done: "was stopped for a while", back: "continued" },
        { name: "restart", sentence: "Kill server N, and start it again later without its values.", done: "was restarted",
          back: "started" },
        { name: "slow", sentence: "Delay each reply of server N for a while, by --delay.", done: "was slow for a while",
          back: "fast" },
        { name: "move", sentence: "Kill server N, and let its name lead to another, empty server.",
          done: "moved to another address" }
      ].to_h { |facts| [facts[:name], Incident.new(**facts)] }.freeze

      NAMES = ALL.keys.freeze

      # Raises KeyError for an unknown name.
      #: (String) -> Incident
      def self.[](name) = ALL.fetch(name)
    end
  end
end
