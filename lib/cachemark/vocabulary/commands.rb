# frozen_string_literal: true

module Cachemark
  module Vocabulary
    # The work of the commands on the wire, in every protocol. Each command has the facts of the client's operation with its
    # name.
    module Commands
      # Commands of memcached that no scenario can name.
      OTHERS = [
        { name: "replace", reply: "stored", found: ["sets"], absent: ["sets"], value: "needed", ttl: true, replaces: true }
      ].to_h { |facts| [facts[:name], Operations::Operation.new(kinds: [].freeze, **facts)] }.freeze
      private_constant :OTHERS

      ALL = { **OTHERS, **Operations::ALL.slice(*Operations.of("client")) }.freeze

      class << self
        # The facts of a command; nil for one that is not about a key's value (`noop`, `version`).
        #: (String) -> Operations::Operation?
        def [](name) = ALL[name]

        # Names of those for which the block is true.
        #: () { (Operations::Operation) -> bool } -> Array[String]
        def names(&) = ALL.values.select(&).map(&:name).freeze
      end
    end
  end
end
