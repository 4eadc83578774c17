# frozen_string_literal: true

module Cachemark
  # What is measured: a client with an exact version and effective options.
  # `id` is the suite's, or the notation as typed; `notation` has exact versions;
  # `options` (what the driver is told) include every default, so that a default
  # written out is the default; `given` is what was typed; `gems` pins the row's
  # gem and its companions; `runtime` is an absolute path, nil for the one that
  # cachemark runs on; `refusal` says why these versions cannot work together.
  class Contender < Value.define(
    :id, :notation, :client, :version, :source, :options, :given, :gems,
    runtime: nil, requires_runtime: nil, label: nil, section: nil, note: nil,
    shims: [].freeze, facts: {}.freeze, left_out: [].freeze, refusal: nil, scenarios: nil
  )
    # What the options that are on oblige every row to say.
    #
    #: () -> Array[String]
    def footnotes
      on = client.options_at(facts).values.select { |option| option.footnote && options[option.name] == true }
      on.map { |option| "#{option.name}=on: #{option.footnote}" }
    end

    # What was typed that is not as the client ships: {option => [word, default as a word or nil]}.
    #
    #: () -> Hash[String, [String, String?]]
    def departures
      known = client.options_at(facts)
      given.filter_map do |name, word|
        option = known[name]
        [name, [word, option.default]] if option && option.read(word) != option.effective_default
      end.to_h
    end

    # Declared differences in work on a scenario (Catalog::Client::Quirk).
    #
    #: (String, ?published: bool) -> Array[Catalog::Client::Quirk]
    def quirks(scenario, published: false) = client.quirks_at(scenario, facts, published: published)
  end
end
