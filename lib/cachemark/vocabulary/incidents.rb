# frozen_string_literal: true

module Cachemark
  module Vocabulary
    # The incidents of an outage: each happens to one server.
    module Incidents
      # An incident.
      #
      # - `name` is that of its option ("kill"), `sentence` says what it does for help, `done` what happened to the server
      #   ("was killed").
      # - `ends`: the server is as before after some time. `back` says how ("was back").
      Incident = Value.define(:name, :sentence, :done, ends: false, back: nil)

      ALL = [
        { name: "kill", sentence: "Kill server N, which stays away.", done: "was killed" }
      ].to_h { |facts| [facts[:name], Incident.new(**facts)] }.freeze

      NAMES = ALL.keys.freeze

      # Raises KeyError for an unknown name.
      #: (String) -> Incident
      def self.[](name) = ALL.fetch(name)
    end
  end
end
