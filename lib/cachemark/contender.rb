# frozen_string_literal: true

module Cachemark
  # What is measured: a client with an exact version and effective options.
  # `id` is the suite's, or the notation as typed; `notation` has exact versions;
  # `options` (what the driver is told) include every default, so that a default
  # written out is the default; `given` is what was typed; `gems` pins the row's
  # gem and its companions; `release` is the registry's or the catalogue's line about the version, nil for a
  # checkout; `runtime` is an absolute path or the name of one of the language's runtimes, nil for the
  # language's own; `refusal` says why these versions cannot work together; `surroundings` what conditions of the catalogue
  # may ask beside `facts`: {the language's option => the runtime's version, "servers" => how many}.
  class Contender < Value.define(
    :id, :notation, :client, :version, :source, :options, :given, :gems,
    language: nil, release: nil, runtime: nil, requires_runtime: nil, label: nil, section: nil, note: nil,
    shims: [].freeze, facts: {}.freeze, surroundings: {}.freeze, left_out: [].freeze, refusal: nil, scenarios: nil
  )
    # Where a contender's code comes from: `kind` is "gem", "copy", "package" (Debian's), "path", "git",
    # "runtime" (what a runtime of the user's own has) or "none"; `ref` names the copy or the git ref, `dir`
    # is an absolute folder.
    Source = Value.define(:kind, ref: nil, dir: nil)

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

    # The same, beside so many servers.
    #
    #: (Integer) -> Contender
    def among(count)
      beside = { **surroundings, "servers" => count.to_s }.freeze
      with(surroundings: beside, shims: client.shims_at({ **facts, **beside }).freeze)
    end

    # How it is set up to be examined, and what it promises then.
    #
    #: () -> Catalog::Client::Examination
    def examination = client.examination_at({ **facts, **surroundings })

    # Its options when it is examined, as the driver is told them: what was typed stays. impatient: with short timeouts, or
    # with such of so many seconds.
    #
    #: (?impatient: bool | Numeric) -> Hash[String, String | bool]
    def examined(impatient: false)
      known = client.options_at(facts)
      timeouts = impatient == true ? examination.impatient : examination.impatient.transform_values { impatient.to_s }
      words = impatient ? { **examination.options, **timeouts } : examination.options
      { **options, **words.except(*given.keys).to_h { |name, word| [name, known.fetch(name).read(word)] } }
    end

    # Declared differences in work on a scenario (Catalog::Client::Quirk).
    #
    #: (String, ?published: bool) -> Array[Catalog::Client::Quirk]
    def quirks(scenario, published: false) = client.quirks_at(scenario, facts, published: published)

    # What is said against its use in a mode ("threads-4,shared"); nil where nothing is.
    #
    #: (String) -> Catalog::Client::ModeLine?
    def unsafe(mode) = mode_lines(mode).find(&:unsafe)

    # Why it may not be concurrent in a mode; nil where nothing is known.
    #
    #: (String) -> String?
    def mode_note(mode) = mode_lines(mode).filter_map(&:note).first

    private

    def mode_lines(mode)
      known = client.options_at(facts)
      client.modes_at(mode, facts).select do |line|
        line.options.all? { |name, word| options[name] == known[name]&.read(word) }
      end
    end
  end
end
