# frozen_string_literal: true

module Cachemark
  class Catalog
    # One thing that goes wrong in production, as `check` makes it happen. `id` is "interrupt/timeout";
    # `form` the ids of its cases, with a {name} for each variable ("interrupt/timeout-in-{call}");
    # `over` {variable => values}; `keys` and `values` of its own, beside the canary's, as scenarios have
    # them; `proxy` what the proxy does, and when; `steps` what the client is told; `servers` how many there
    # are; `judges` the names of the invariants that are asked; `repeats` how often each case is tried;
    # `peers` "any" or "same-language": which other contenders it takes;
    # `controls` the mutants of deliberately broken clients that it must catch; `thorough`: only where asked for;
    # `mode` in which its calls are made ("gevent-1"): a driver may have to be loaded for it;
    # `impatient`: clients get the short timeouts of their catalogue's `check` lines, or these of so many seconds.
    Fault = Value.define(:id, :form, :title, :happens, :invariant, :source, :judges, :steps,
                         over: {}.freeze, proxy: nil, keys: {}.freeze, values: {}.freeze, servers: 1,
                         repeats: 1, controls: [].freeze, thorough: false, impatient: false,
                         peers: nil, mode: "sync") do
      # One Hash of values for each way to choose one of each: {variable => values} as `over` has them.
      #
      #: (Hash[String, Array]) -> Array[Hash[String, Object]]
      def self.variants(over)
        return [{}] if over.empty?

        names, values = over.keys, over.values
        values.first.product(*values.drop(1)).map { |chosen| names.zip(chosen).to_h }
      end

      # A part of a file with each "{name}" in it replaced by that variable's value; what is nothing but a variable becomes its
      # value, whatever that is. Raises KeyError for one that is not chosen.
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

      # "interrupt": what the reports group by.
      #
      #: () -> String
      def category = id.split("/").first

      # One Hash of values for each case ({"call" => "get"}).
      #
      #: () -> Array[Hash[String, String]]
      def variants = self.class.variants(over)

      # Those of its cases.
      #
      #: () -> Array[String]
      def case_ids = variants.map { |one| one.reduce(form) { |id, (name, value)| id.sub("{#{name}}", value.to_s) } }
    end
  end
end
