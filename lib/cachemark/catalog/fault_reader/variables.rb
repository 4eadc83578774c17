# frozen_string_literal: true

require "did_you_mean"

module Cachemark
  class Catalog
    class FaultReader
      # The variables of a fault file: which there are, where they stand, and the file as each case has it. Takes the file
      # as it is: what is no mapping or no list there is left for the schema to refuse.
      class Variables
        NAME = /\{(\w+)\}/
        # The one that a case knows without its being written anywhere: which call is struck.
        CALL = "call"
        private_constant :NAME, :CALL

        #: (Hash[String, Object]) -> void
        def initialize(data)
          @data = data
          @over = data.fetch("over", {})
        end

        # The file as each of its cases has it: [{variable => value}, data], one where it has no variables, or none that
        # can be chosen.
        #
        #: () -> Array[[Hash[String, Object], Hash[String, Object]]]
        def cases
          return [[{}, @data]] unless chosen?

          Fault.variants(@over).map do |variant|
            [variant, @data.merge(Fault.filled(parts, variant)) { |name, old, new| name == "proxy" ? old.merge(new) : new }]
          end
        end

        # What is wrong with them, as [pointer, sentence, advice], or nil.
        #
        #: () -> [String, String, String]?
        def problem
          return unless @over.is_a?(Hash)

          stranger || (twice if @data["form"].is_a?(String))
        end

        # A variable that makes no difference, as [pointer, sentence, advice], or nil.
        #
        #: () -> [String, String, String]?
        def idle
          used = texts(parts).flat_map { |_, text| text.scan(NAME).flatten }
          used << CALL if struck?(@data["steps"])
          name = @over.keys.find { |one| !used.include?(one) } or return
          try = near(name, [CALL]) || (name == CALL ? "Add a step subject: {}." : "Write {#{name}} where its values belong.")
          ["/over/#{name}", "changes nothing: it stands nowhere in proxy or steps", try]
        end

        # " where loss is end", for a part that the schema refuses and that a variable has made; nil for any other.
        #
        #: (String, Hash[String, Object]) -> String?
        def remark(pointer, variant)
          text = pointer.split("/").drop(1).reduce(@data) do |part, name|
            part.is_a?(Array) ? part[name.to_i] : (part[name] if part.is_a?(Hash))
          end
          names = text.is_a?(String) ? text.scan(NAME).flatten & variant.keys : []
          " where #{names.map { |name| "#{name} is #{variant[name]}" }.join(" and ")}" if names.any?
        end

        private

        # Those in which they are replaced.
        def parts
          proxy = @data["proxy"]
          { **@data.slice("steps"), **(proxy.is_a?(Hash) && proxy.key?("do") ? { "proxy" => proxy.slice("do") } : {}) }
        end

        def chosen? = @over.is_a?(Hash) && @over.any? && @over.values.all? { |values| values.is_a?(Array) && values.any? }

        def stranger
          texts({ **@data.slice("form"), **parts }).each do |pointer, text|
            name = text.scan(NAME).flatten.find { |one| !@over.key?(one) } or next
            known = @over.any? ? Suggest.sentence(name, @over.keys) : "Give it values: over: { #{name}: [...] }."
            return [pointer, "names {#{name}}, which is not among over", known]
          end
          nil
        end

        def twice
          name, = @data["form"].scan(NAME).flatten.tally.find { |_, count| count > 1 }
          ["/form", "names {#{name}} twice", "Name it once."] if name
        end

        # Whether a step is the call that `call` chooses.
        def struck?(part)
          case part
          when Hash then part.key?("subject") || struck?(part.values)
          when Array then part.any? { |one| struck?(one) }
          end
        end

        # [[pointer, text], ...] of all that is below.
        def texts(part, pointer = "")
          case part
          when Hash then part.flat_map { |name, one| texts(one, "#{pointer}/#{name}") }
          when Array then part.each_with_index.flat_map { |one, at| texts(one, "#{pointer}/#{at}") }
          when String then [[pointer, part]]
          else []
          end
        end

        def near(name, words) = Suggest.sentence(name, words)[/\ADid you mean.*/]
      end
    end
  end
end
