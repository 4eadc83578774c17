# frozen_string_literal: true

module Cachemark
  class Catalog
    # A failure that happens in production, as `check` injects it.
    #
    # - `id` is "interrupt/timeout", `form` the ids of its cases, with a {name} for each variable
    #   ("interrupt/timeout-in-{call}"), and `over` {variable => values}.
    # - `proxy` says what the proxies do, and when; `steps` what the client does; `servers` is the number of servers.
    # - `keys` and `values` add to those of the canary, in the form of a scenario.
    # - `judges` names the invariants, `controls` the mutants that it must catch. `repeats` is the number of trials of each
    #   case.
    # - `peers` says which other contenders it needs: "any" or "same-language".
    # - `mode` is the mode of its calls ("gevent-1"), which a driver may have to load a library for.
    # - `impatient`: clients get the short timeouts of their catalogue's `check` lines, or these, in seconds.
    # - `patient`: timeouts that are shorter by default are this long, in seconds, so that a busy machine causes no failure.
    # - `endpoint`: options of a contender that say how its client connects ({"tls" => "on"}).
    # - `prefix`: the text that the client puts before each key, by an option.
    # - `memory_mb`: how much more memory the client's process may take, nil for no limit.
    # - `thorough`: runs only with --case thorough.
    Fault = Value.define(:id, :form, :title, :happens, :invariant, :source, :judges, :steps,
                         over: {}.freeze, proxy: nil, keys: {}.freeze, values: {}.freeze, servers: 1,
                         repeats: 1, controls: [].freeze, thorough: false, impatient: false, patient: nil,
                         endpoint: {}.freeze, peers: nil, mode: "sync", prefix: nil, memory_mb: nil) do
      # A Hash for each combination of the variables' values; {variable => values} as in `over`.
      #: (Hash[String, Array]) -> Array[Hash[String, Object]]
      def self.variants(over)
        return [{}] if over.empty?

        names, values = over.keys, over.values
        values.first.product(*values.drop(1)).map { |chosen| names.zip(chosen).to_h }
      end

      # A part of a file in which each "{name}" is replaced by the value of that variable. A text that is only a variable
      # becomes its value, of any type. Raises KeyError for an unknown variable.
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

      # "interrupt": reports group faults by it.
      #: () -> String
      def category = id.split("/").first

      # One Hash of values for each case ({"call" => "get"}).
      #: () -> Array[Hash[String, String]]
      def variants = self.class.variants(over)

      # The ids of its cases.
      #: () -> Array[String]
      def case_ids = variants.map { |one| one.reduce(form) { |id, (name, value)| id.sub("{#{name}}", value.to_s) } }
    end

    # How a file is read.
    class Fault
      # Reads a fault from its file; its id is the file's path below catalog/fault. It checks each case of the file against
      # the schema, and for names that a schema cannot know.
      class Reader
        PLACE = %r{/fault/(?<id>[a-z]+/[a-z0-9-]+)\.yml\z}
        # Parts that may be long, and that are the same in each case.
        SAME = %w[keys values].freeze
        private_constant :PLACE, :SAME

        # schema: for faults; mutants: the names that `controls` may have.
        #: (schema: Schema, mutants: Array[String]) -> void
        def initialize(schema:, mutants:)
          @schema = schema
          @mutants = mutants
        end

        # Raises Usage with file, line and path.
        #: (Document) -> Fault
        def read(document)
          id = document.path[PLACE, :id] or raise document.problem(
            "", "does not have the path of a fault", try: "name it catalog/fault/CATEGORY/NAME.yml, in lower case"
          )
          @schema.check(document) unless document.data.is_a?(Hash)
          check(document, Variables.new(document.data))
          built(document.data, id).tap { |made| refuse(document, misnamed(made)) }
        end

        private

        def check(document, variables)
          refuse(document, variables.problem)
          variables.cases.uniq(&:last).each_with_index do |(variant, data), at|
            data = data.except(*SAME) if at.positive?
            @schema.check(document, data) { |pointer| variables.remark(pointer, variant) }
          end
          refuse(document, variables.idle)
          variables.cases.each do |variant, data|
            refuse(document, Names.new(data, mutants: @mutants, call: variant["call"]).problem)
          end
        end

        def refuse(document, problem)
          pointer, what, try = problem
          raise document.problem(pointer, what, **{ try: try }.compact) if problem
        end

        def built(data, id)
          form = "#{id}#{data.fetch("over", {}).keys.map { |name| "-{#{name}}" }.join}"
          Fault.new(id: id, form: form, **data.to_h { |name, part| [name.to_sym, part.freeze] })
        end

        def misnamed(made)
          folder = "#{made.category}/"
          return ["/form", "is #{made.form.inspect}, which is not the category of its folder", "begin it with #{folder}"] unless
            made.form.start_with?(folder)

          duplicate = made.case_ids.tally.find { |_, count| count > 1 } or return
          ["/form", "gives two cases the name #{duplicate.first}", "write each variable of over in it: #{variables(made)}"]
        end

        def variables(made) = made.over.keys.map { |name| "{#{name}}" }.join(", ")

        # The faults below a folder. No two of them share a case.
        class Folder
          #: (String, reader: Reader) -> void
          def initialize(folder, reader:)
            @folder = folder
            @reader = reader
          end

          # All faults by id, sorted. Raises Usage for the first invalid file.
          #: () -> Hash[String, Fault]
          def faults
            owners = {}
            found = Paths.matching(@folder, "**/*.yml").map do |path|
              document = Document.read(path)
              @reader.read(document).tap { |fault| refuse_duplicate(document, fault, owners) }
            end
            found.sort_by(&:id).to_h { |fault| [fault.id, fault] }.freeze
          end

          private

          def refuse_duplicate(document, fault, owners)
            fault.case_ids.each do |id|
              other = owners[id] and raise document.problem("/form", "gives a case the name #{id}, and #{other}.yml has one",
                                                            try: "give one of them another form")
              owners[id] = fault.id
            end
          end
        end

        # The variables of a fault file, and the file with their values, for each case. Accepts any data: the schema refuses
        # wrong types.
        class Variables
          NAME = /\{(\w+)\}/
          # The variable that selects the struck call; it need not appear in the file.
          CALL = "call"
          private_constant :NAME, :CALL

          #: (Hash[String, Object]) -> void
          def initialize(data)
            @data = data
            @over = data.fetch("over", {})
          end

          # [{variable => value}, the file's data] for each case; a single one if there are no usable variables.
          #: () -> Array[[Hash[String, Object], Hash[String, Object]]]
          def cases
            return [[{}, @data]] unless chosen?

            Fault.variants(@over).map do |variant|
              [variant, @data.merge(Fault.filled(parts, variant)) { |name, old, new| name == "proxy" ? old.merge(new) : new }]
            end
          end

          # An error in the variables, as [pointer, sentence, advice], or nil.
          #: () -> [String, String, String]?
          def problem
            return unless @over.is_a?(Hash)

            unknown_variable || (named_twice if @data["form"].is_a?(String))
          end

          # A variable that makes no difference, as [pointer, sentence, advice], or nil.
          #: () -> [String, String, String]?
          def idle
            used = texts(parts).flat_map { |_, text| text.scan(NAME).flatten }
            used << CALL if struck?(@data["steps"])
            name = @over.keys.find { |one| !used.include?(one) } or return
            try = near(name, [CALL]) || (name == CALL ? "add a step subject: {}" : "write {#{name}} where its values belong")
            ["/over/#{name}", "changes nothing: no proxy, endpoint or step uses it", try]
          end

          # " where loss is end", for a part that contains a variable and that the schema refuses; nil for any other part.
          #: (String, Hash[String, Object]) -> String?
          def remark(pointer, variant)
            text = pointer.split("/").drop(1).reduce(@data) do |part, name|
              part.is_a?(Array) ? part[name.to_i] : (part[name] if part.is_a?(Hash))
            end
            names = text.is_a?(String) ? text.scan(NAME).flatten & variant.keys : []
            " where #{names.map { |name| "#{name} is #{variant[name]}" }.join(" and ")}" if names.any?
          end

          private

          # The parts that may contain variables.
          def parts
            proxy = @data["proxy"]
            moves = proxy.is_a?(Hash) && proxy.key?("do") ? { "proxy" => proxy.slice("do") } : {}
            { **@data.slice("steps", "endpoint"), **moves }
          end

          def chosen? = @over.is_a?(Hash) && @over.any? && @over.values.all? { |values| values.is_a?(Array) && values.any? }

          def unknown_variable
            texts({ **@data.slice("form"), **parts }).each do |pointer, text|
              name = text.scan(NAME).flatten.find { |one| !@over.key?(one) } or next
              known = @over.any? ? Suggest.sentence(name, @over.keys) : "give it values: over: { #{name}: [...] }"
              return [pointer, "names {#{name}}, which is not among over", known]
            end
            nil
          end

          def named_twice
            name, = @data["form"].scan(NAME).flatten.tally.find { |_, count| count > 1 }
            ["/form", "names {#{name}} twice", "name it once"] if name
          end

          # Whether a step is the call that `call` selects.
          def struck?(part)
            case part
            when Hash then part.key?("subject") || struck?(part.values)
            when Array then part.any? { |one| struck?(one) }
            end
          end

          # [[pointer, text], ...] of all texts in a part.
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
end
