# frozen_string_literal: true

module Cachemark
  class Catalog
    # The parameters of a scenario: each overrides what the scenario's file says. A new parameter is an entry of ALL.
    module Parameters
      # - `summary` describes it in a list. `read` makes the canonical text of its value from a user's text, nil if that is no
      #   value; `wanted` and `example` say what a value is.
      # - `lacking` takes the data of a file, and returns why the scenario does not have it, or nil.
      # - `over` takes the data and a canonical text, and returns the data with the new value.
      Parameter = Value.define(:name, :summary, :read, :wanted, :example, :lacking, :over)

      ALL = [*OfValues::ALL, *OfKeys::ALL].to_h { |one| [one.name, one] }.freeze
      NAMES = ALL.keys.freeze

      class << self
        # The canonical texts of values, in the order of ALL. Raises Usage for an unknown name and for a wrong value; `of`
        # begins the message.
        #: (Hash[String, String], of: String) -> Hash[String, String]
        def canonical(given, of:)
          read = given.to_h { |name, text| [name, read(name, text, of: of)] }
          NAMES.filter_map { |name| [name, read[name]] if read.key?(name) }.to_h.freeze
        end

        # The canonical text of one value.
        #: (String, String, of: String) -> String
        def read(name, text, of:)
          parameter = ALL.fetch(name) do
            raise Usage.new("#{of}: unknown parameter #{name.inspect}", try: Suggest.sentence(name, NAMES, kind: "parameters"))
          end
          parameter.read.call(text) || raise(Usage.new("#{of}: #{name} must be #{parameter.wanted} (got #{text.inspect})",
                                                       try: "#{name}=#{parameter.example}"))
        end

        # The data of a file with canonical values of its parameters.
        #: (Hash[String, Object], Hash[String, String]) -> Hash[String, Object]
        def over(data, parameters)
          data = OfKeys.form(data, parameters)
          parameters.reduce(data) { |now, (name, text)| ALL.fetch(name).over.call(now, text) }
        end

        # [name, reason] of the first parameter that the scenario of a file does not have; nil if it has all.
        #: (Hash[String, Object], Hash[String, String]) -> [String, String]?
        def lacking(data, parameters)
          data = OfKeys.form(data, parameters)
          parameters.each do |name, text|
            why = ALL.fetch(name).lacking.call(data)
            return [name, why] if why

            data = ALL.fetch(name).over.call(data, text)
          end
          nil
        end
      end
    end
  end
end
