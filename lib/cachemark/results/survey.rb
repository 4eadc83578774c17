# frozen_string_literal: true

module Cachemark
  module Results
    # A contender as results compare it: a client with its version, the options that differ from its defaults, how it
    # connects, its runtime and its memcached.
    #
    # `departures` are {option => [value, default]}, `connection` {option => value}, `companions` {library => version} of those
    # that were named. `note` says why it has these options.
    Configuration = Value.define(:client, :version, :departures, :connection, :runtime, :jit, :memcached, :notation,
                                 companions: {}.freeze, note: nil, homepage: nil)

    # See above.
    class Configuration
      LINE = /\A\d+\.\d+/
      # The server's name.
      SERVER = "memcached"
      private_constant :LINE, :SERVER

      # From the facts of a contender in a result.
      #: (Hash[String, Object]) -> Configuration
      def self.of(facts)
        departures, connection = facts["departures"].to_h.partition { |_, value| value.size == 2 }.map(&:to_h)
        version = facts["notation"][/\A[^@,]+@([^,]+)/, 1] || facts["version"].to_s
        new(client: facts["client"], version: version, companions: companions(facts), departures: departures,
            connection: connection.transform_values(&:first), runtime: facts["runtime_version"].to_s,
            jit: (facts["jit"] unless facts["jit"] == Vocabulary::Language::OFF), memcached: facts["memcached"].to_s,
            notation: facts["notation"], note: facts["note"], homepage: facts["homepage"])
      end

      # The options of a notation that are no options of the client.
      def self.companions(facts)
        language = Vocabulary::Language.all[facts["client"][/\A\w+/]]
        others = [*language&.code_options, *language&.option, Vocabulary::Language::JIT, "memcached"]
        facts["notation"].scan(/,([\w-]+)=(\d[\w.]*)(?=,|\z)/).to_h.except(*others, *facts["departures"].to_h.keys)
      end
      private_class_method :companions

      # Two with the same key are the same configuration.
      def key = [*kind, version, runtime, jit, memcached]

      # The same on another machine, which may have another patch of the runtime.
      def likeness = [*kind, version, line, jit, memcached]

      # String?: the line of its runtime: "3.3" of "3.3.8".
      def line = runtime[LINE]

      # The client and how it is configured, at any version.
      def kind = [client, departures.transform_values(&:first), connection, companions]

      # Whether any option differs from the client's defaults.
      def tuned? = departures.any?

      # Whether it is the client as it ships, connected as usual.
      def plain? = departures.empty? && connection.empty?

      # String: the language of the client ("ruby"), and the client without it ("dalli").
      def language = client[/\A\w+/]
      def word = client.split("/").last

      # Its client in a text: "dalli". A client with the name of the server has its language, too: "ruby/memcached".
      def title = word == SERVER ? client : word

      # "dalli 5.3.2", "dalli 5.3.2, string_fastpath=on".
      def name = ["#{title} #{version}", *options].join(", ")

      # Array[String]: each option that is not the default, how it connects, and its named libraries: "string_fastpath=on".
      def options
        { **departures.transform_values(&:first), **connection, **companions }.map { |pair| pair.join("=") }
      end

      # "Ruby 3.3.8 with YJIT, memcached 1.6.45".
      def place
        facts = Vocabulary::Language.all[language]
        title = facts&.title || language
        compiler = jit && " with #{facts&.jits&.fetch(jit, nil)&.title || jit}"
        "#{title} #{runtime}#{compiler}, memcached #{memcached}"
      end

      # Sorts by how new it is: its version, its runtime, and its server.
      def age = [version, runtime, memcached].map { |release| Results.number(release) }.then { |a, b, c| [a, b, jit ? 1 : 0, c] }
    end

    # The version in a text, for sorting; 0 for any other text.
    #: (String) -> Gem::Version
    def self.number(text) = Gem::Version.correct?(text) ? Gem::Version.new(text) : Gem::Version.new("0")

    # The cost of one configuration in one scenario and mode. `row` has the figures, as in a result.
    Cost = Value.define(:configuration, :scenario, :mode, :row, :result) do
      # Those of one method, which can be compared: the method with the most subjects, the newest of several. So a page shows the
      # newest method as soon as all was measured by it. The block makes the subject of a cost.
      #: (Array[Cost]) { (Cost) -> Object } -> Array[Cost]
      def self.of_one_method(costs, &subject)
        methods = costs.group_by(&:time_method)
        methods.empty? ? [] : methods.max_by { |number, own| [own.map(&subject).uniq.size, number] }.last
      end

      # What was measured, by any method.
      def key = [configuration.key, scenario, mode, result.conditions]

      # The same on another machine, which may have another patch of the runtime. Only costs of one method are alike.
      def likeness = [configuration.likeness, scenario, mode, result.conditions, time_method]

      def time_method = result.time_method

      # Integer: the servers that shared the keys.
      def servers = result.facts["servers"] || 1

      # "Ruby 3.1.2, memcached 1.6.45", "Ruby 3.1.2, 2 servers with memcached 1.6.45".
      def place
        usual = configuration.place
        servers > 1 ? usual.sub(", memcached ", ", #{servers} servers with memcached ") : usual
      end

      def wall_ns = row["wall_ns"]
      def interval = row["interval"]
      def ratio = row["socket_ratio"]
      def ratio_interval = row["socket_ratio_interval"]
      def ok? = row["status"] == "ok" && !wall_ns.nil?

      # By which factor garbage collection makes a call longer.
      def collected = 1 / (1 - row["gc_share"].to_f)

      # Whether it has no figures because a reply or the work was wrong.
      def invalid? = row["status"] == "invalid"
    end

    # The outcomes of one configuration in a check: `outcomes` are {outcome => number of cases}. `cases` are those that did not
    # pass, and those in a use that the client's documentation warns against.
    Examination = Value.define(:configuration, :outcomes, :cases, :result) do
      # The three kinds of bad outcomes, the worst first. Those of `warned` do not count.
      def wrong = number_of("CORRUPT")
      def stuck = number_of("HANG", "CRASH")
      def failed = number_of("FAIL")
      def bad = bad_cases.size

      # Integer: the cases in which the client did everything right.
      def passed = outcomes.fetch(Vocabulary::Outcomes::PASSED, 0)

      # Array[Integer]: wrong values, these with hangs and crashes, and all bad outcomes, in the cases that count for both
      # clients. So a failure in place of a wrong value is safer.
      #: (Examination) -> Array[Integer]
      def risks_beside(other)
        common = bad_cases.reject { |found| other.incomparable.include?(place(found)) }.map { |found| found["outcome"] }
        [%w[CORRUPT], %w[CORRUPT HANG CRASH], Vocabulary::Outcomes::BAD].map do |worst|
          common.count { |outcome| worst.include?(outcome) }
        end
      end

      # Set: the cases in which no other client is compared with this one. It does not offer what they need, or its
      # documentation warns against the use.
      def incomparable = lacking | cases.select { |fault_case| warned?(fault_case) }.to_set { |fault_case| place(fault_case) }

      # Set: the cases that the client could not be tried with, because it does not offer what they need. A fault that cannot
      # strike the client has done no harm.
      def lacking
        untried = cases.select { |fault_case| fault_case["outcome"] == "UNSUPPORTED" }
        untried.reject { |fault_case| fault_case["because"] == Vocabulary::Outcomes::OUT_OF_REACH }
               .to_set { |fault_case| place(fault_case) }
      end

      # Integer: the cases that the client could be tried with, and those whose fault cannot strike it.
      def tried = outcomes.values.sum - lacking.size

      # Array[Hash]: the bad cases, the worst first.
      def bad_cases
        worst_first(cases.select { |fault_case| Vocabulary::Outcomes.bad?(fault_case["outcome"]) && !warned?(fault_case) })
      end

      # Array[Hash]: the cases with a problem in a use that the client's documentation warns against, the worst first. Chance
      # decides whether such a case ends with a wrong value, a hang or an error, so errors and hangs are INFO.
      def warned
        worst_first(cases.select do |fault_case|
          warned?(fault_case) && !%w[PASS UNSUPPORTED].include?(fault_case["outcome"])
        end)
      end

      # Array[Hash]: those of `warned` with a bad outcome.
      def discounted = warned.select { |fault_case| Vocabulary::Outcomes.bad?(fault_case["outcome"]) }

      # Integer: the cases that neither passed nor ended badly.
      def remarks = outcomes.except(Vocabulary::Outcomes::PASSED, "UNSUPPORTED", *Vocabulary::Outcomes::BAD).values.sum

      # Integer: the cases whose fault cannot strike the client.
      def spared = outcomes.fetch("UNSUPPORTED", 0) - lacking.size

      # Integer: the cases that would be worse than INFO if the client did not document its behaviour.
      def excused = cases.count { |fault_case| fault_case["because"] == Vocabulary::Outcomes::DOCUMENTED }

      private

      def number_of(*outcomes) = bad_cases.count { |bad_case| outcomes.include?(bad_case["outcome"]) }
      def warned?(fault_case) = fault_case["because"] == Vocabulary::Outcomes::WARNED
      def worst_first(some) = some.sort_by { |fault_case| -Vocabulary::Outcomes.rank(fault_case["outcome"]) }
      def place(fault_case) = fault_case.values_at("case", "mode")
    end

    # A machine with its results, the oldest first.
    Machine = Value.define(:folder, :facts, :results) do
      def processor = Results.processor(facts["cpu"].to_s)

      # "AMD EPYC, 2 cores, 24 GiB, Debian GNU/Linux 12 (bookworm)".
      def description
        sizes = { "cores" => "cores", "memory_gib" => "GiB" }.filter_map { |name, unit| facts[name] && "#{facts[name]} #{unit}" }
        [*(processor if facts["cpu"]), *sizes, facts["os"]].compact.join(", ")
      end

      # "amd-epyc-2-9908babf (AMD EPYC, 2 cores, 24 GiB, Debian GNU/Linux 12 (bookworm))".
      def title = "#{folder} (#{description})"
    end

    # Everything that a folder of results says. Figures of pages are those of the machine with the most costs (`home`). A client
    # that was never measured there by a method has those of the next machine. Other machines show whether figures can be
    # reproduced. Outcomes of checks count from any machine.
    #
    # Of several figures of a configuration, that of the newest campaign counts. Of several in one campaign, that of the result
    # with the most clients and options counts, because figures can be compared best within one result. Short forms of a
    # campaign count nowhere.
    class Survey
      # Months without a new result after which a figure leaves the charts. The newest result of all is the present.
      FRESH_MONTHS = 12
      # Two machines agree about a × socket if it differs by less than this share.
      AGREED = 0.05

      ANYWHERE = %w[check find].freeze
      private_constant :ANYWHERE

      # Array[Result], the oldest first.
      attr_reader :results

      #: (Array[Result]) -> void
      def initialize(results)
        @results = results.reject { |result| result.short? }
      end

      # Array[Machine]: the one with the most costs first. Repetitions do not count, so that nobody wins by many files.
      def machines
        @machines ||= begin
          all = results.group_by(&:folder).map do |folder, own|
            Machine.new(folder: folder, facts: own.last.machine, results: own)
          end
          all.sort_by { |machine| [-costs_of(machine).select(&:ok?).map(&:key).uniq.size, -machine.results.size, machine.folder] }
        end
      end

      #: () -> Machine
      def home = machines.first

      # Array[String]: the ids of all clients that any result has figures of, without references.
      def clients
        @clients ||= results.flat_map { |result| result.contenders.slice(*result.present).values }
                            .map { |contender| contender["client"] }.uniq
                            .reject { |client| Vocabulary::References.include?(client) }.sort
      end

      # The machine whose figures of a client count: the first that has a result with it, or times by that method.
      #: (String, ?Integer) -> Machine
      def home_of(client, method = nil)
        @homes ||= {}
        @homes[[client, method]] ||= machines.find do |machine|
          machine.results.any? { |result| result.about?(client) && [nil, result.time_method].include?(method) }
        end
      end

      # Array[Cost], with figures or without: one of each configuration by each method.
      def costs
        @costs ||= machines.flat_map { |machine| chosen(counting(machine, costs_of(machine))) }.freeze
      end

      # Array[Examination]: the newest of each configuration, from the first machine that has one.
      def examinations
        @examinations ||= begin
          all = machines.flat_map { |machine| examined_on(machine).reverse }
          all.uniq { |exam| exam.configuration.key }.sort_by { |exam| exam.result.started_at }.freeze
        end
      end

      # Whether a result is recent enough for charts.
      #: (Result) -> bool
      def fresh?(result) = months(result.started_at) > months(home.results.last.started_at) - FRESH_MONTHS

      # Whether a later campaign has the same step on the same machine, but without this client with these options.
      #: (Cost) -> bool
      def abandoned?(cost)
        later = later_than(cost.result)
        later.any? && later.none? { |result| kinds(result).include?(cost.configuration.kind) }
      end

      # The machines on which a cost was measured: [those that agree about × socket, the others]. Its own machine is the first.
      #: (Cost) -> [Array[Machine], Array[Machine]]
      def reproduced(cost)
        own, others = machines.partition { |machine| machine.folder == cost.result.folder }
        there = others.map { |machine| [machine, alike_on(machine)[cost.likeness]] }
                      .select { |_, other| other&.ratio && cost.ratio }
        same, different = there.partition { |_, other| agree?(other, cost) }.map { |some| some.map(&:first) }
        [[*own, *same], different]
      end

      # Results of that kind, the newest first, in which a client takes part, on the machine whose figures count. Checks and
      # searches of other machines follow, because a client does the same everywhere.
      #: (String, String) -> Array[Result]
      def about(client, command)
        places = ANYWHERE.include?(command) ? [home_of(client), *machines].uniq : [home_of(client)]
        places.flat_map { |machine| of(command, machine).select { |result| result.about?(client) }.reverse }
      end

      # Array[Result]: of each machine the newest result of a campaign's step, that of the home machine first. All are of one
      # method, the newest. The words of a campaign may change, but a step keeps its command.
      #: (String, Catalog::Campaign::Step) -> Array[Result]
      def answers(campaign, step)
        found = machines.flat_map do |machine|
          machine.results.reverse.select { |result| answer?(result, campaign, step) }.uniq(&:time_method)
        end
        newest = found.filter_map(&:time_method).max
        found.select { |result| result.time_method == newest }
      end

      private

      def answer?(result, campaign, step)
        result.step == [campaign, step.id] && result.argv.first == step.argv.first
      end

      def of(command, machine) = machine.results.select { |result| result.command == command }

      def costs_of(machine)
        @costs_of ||= {}
        @costs_of[machine.folder] ||= of("run", machine).flat_map do |result|
          known = result.configurations
          result.rows.filter_map do |row|
            configuration = known[row["contender"]] or next
            Cost.new(configuration: configuration, scenario: row["scenario"], mode: row["mode"], row: row, result: result)
          end
        end
      end

      # Those that count, of figures of that machine.
      def counting(machine, figures)
        figures.select { |figure| home_of(figure.configuration.client, figure.time_method) == machine }
      end

      # A wrong reply replaces figures, those of other methods, too.
      def chosen(costs)
        costs.group_by(&:key).flat_map do |_, own|
          newest = newest(own)
          newest.invalid? ? [newest] : own.group_by(&:time_method).map { |_, some| newest(some) }
        end
      end

      # A row that could not be measured replaces no other.
      def newest(costs)
        known = costs.select { |cost| cost.ok? || cost.invalid? }
        known.max_by { |cost| [cost.result.begun, breadth(cost.result), cost.result.started_at] } || costs.last
      end

      # Results of the same step of later campaigns.
      def later_than(result)
        return [] unless result.step

        results.select { |later| [later.folder, later.step] == [result.folder, result.step] && later.begun > result.begun }
      end

      # Array: the clients with their options that a result compares.
      def kinds(result)
        @kinds ||= {}.compare_by_identity
        @kinds[result] ||= result.configurations.values.map(&:kind).uniq
      end

      def breadth(result) = kinds(result).size

      # {likeness => Cost}
      def alike_on(machine)
        @alike ||= {}
        @alike[machine.folder] ||= chosen(costs_of(machine)).to_h { |cost| [cost.likeness, cost] }
      end

      def examined_on(machine)
        whole = of("check", machine).select { |result| result.facts["trusted"] && result.whole? }
        whole.flat_map { |result| examined(result) }
      end

      def examined(result)
        result.configurations.filter_map do |id, configuration|
          outcomes = result.facts["outcomes"][id] or next
          Examination.new(configuration: configuration, outcomes: outcomes, result: result,
                          cases: result.cases.select { |fault_case| fault_case["contender"] == id })
        end
      end

      def agree?(one, other) = Math.log(one.ratio / other.ratio).abs < Math.log(1 + AGREED)

      def months(time) = (time[0, 4].to_i * 12) + time[5, 2].to_i
    end
  end
end
