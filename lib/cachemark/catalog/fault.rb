# frozen_string_literal: true

module Cachemark
  class Catalog
    # One thing that goes wrong in production, as `check` makes it happen.
    #
    # - `id` is "interrupt/timeout", `form` the ids of its cases, with a {name} for each variable
    #   ("interrupt/timeout-in-{call}"), and `over` {variable => values}
    # - `proxy` says what the proxies do, and when; `steps` what the client does; `servers` how many servers there are
    # - `keys` and `values` add to those of the canary, in the form of a scenario
    # - `judges` names the invariants, `controls` the mutants that it must catch, `repeats` how often each case is tried
    # - `peers` says which other contenders it needs: "any" or "same-language"
    # - `mode` is the mode of its calls ("gevent-1"), for which a driver may have to be loaded
    # - `impatient`: clients get the short timeouts of their catalogue's `check` lines, or these, in seconds
    # - `thorough`: only run with --thorough
    Fault = Value.define(:id, :form, :title, :happens, :invariant, :source, :judges, :steps,
                         over: {}.freeze, proxy: nil, keys: {}.freeze, values: {}.freeze, servers: 1,
                         repeats: 1, controls: [].freeze, thorough: false, impatient: false,
                         peers: nil, mode: "sync") do
      # A Hash for each combination of the variables' values; {variable => values} as in `over`.
      #
      #: (Hash[String, Array]) -> Array[Hash[String, Object]]
      def self.variants(over)
        return [{}] if over.empty?

        names, values = over.keys, over.values
        values.first.product(*values.drop(1)).map { |chosen| names.zip(chosen).to_h }
      end

      # A part of a file with each "{name}" in it replaced by that variable's value. A text that is only a variable becomes its
      # value, of whatever type. Raises KeyError for an unknown variable.
      #
      #: (Object, Hash[String, Object]) -> Object
      def self.filled(part, variant)
        case part
        when Hash then part.transform_values { |one| filled(one, variant) }
        when Array then part.map { |one| filled(one, variant) }
        when /\A\{(\w+)\}\z/ then variant.fetch(Regexp.last_match(1))
        when String then part.gsub(/\{(\w+)\}/) { variant.fetch(Regexp.last_match(1)).to_s }
        else part
        end
      end

      # "interrupt": reports group by it.
      #
      #: () -> String
      def category = id.split("/").first

      # One Hash of values for each case ({"call" => "get"}).
      #
      #: () -> Array[Hash[String, String]]
      def variants = self.class.variants(over)

      # The ids of its cases.
      #
      #: () -> Array[String]
      def case_ids = variants.map { |one| one.reduce(form) { |id, (name, value)| id.sub("{#{name}}", value.to_s) } }
    end
  end
end
