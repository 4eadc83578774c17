# frozen_string_literal: true

module Cachemark
  module Results
    # The facts of a result, from the copy of a record and from its JSON report. schema/result.json describes them.
    class Summary
      COST = %w[contender scenario mode status reason footnotes processes left_out wall_ns interval without_gc_ns disturbance
                socket_ratio socket_ratio_interval allocations gc_share counts hit_ratio dimensions stampede].freeze
      TRAFFIC = %w[contender scenario mode status reason footnotes commands round_trips bytes_out bytes_in packets spread askings
                   counts errors].freeze
      VERDICT = %w[contender baseline scenario mode metric verdict effect interval resolution reason pairs left_out costs unit
                   identical footnotes].freeze
      NOISE = %w[contender scenario mode metric effect interval pairs moved].freeze
      CASE = %w[case fault contender mode outcome because n times reason replay].freeze
      OUTAGE = %w[contender scenario mode status reason footnotes runs].freeze
      OPTION = %w[contender option value default servers mode status reason changes effects].freeze
      FOUND = %w[from to scenario mode metric effect interval pairs].freeze
      OUTAGE_RUN = %w[number calls outcomes lost first_error_ns recovery_ns fell_behind].freeze
      # The members that a result has of the report of its kind. Elements of a list keep those that are named here.
      KEPT = {
        "run" => { "rows" => COST }, "work" => { "rows" => TRAFFIC }, "work --options" => { "rows" => OPTION },
        "compare" => { "verdicts" => VERDICT, "noise" => NOISE }, "find" => { "client" => nil, "found" => FOUND },
        "check" => { "cases" => CASE, "axis" => nil, "trusted" => nil, "failures" => nil },
        "outage" => { "rows" => OUTAGE, "wrong" => nil }
      }.freeze
      MACHINE = %w[cpu cores os kernel governor virtualisation architecture].freeze
      GIB = 1 << 30
      CHECKOUT = /@(?:path|git):/
      private_constant :COST, :TRAFFIC, :VERDICT, :NOISE, :CASE, :OUTAGE, :OPTION, :FOUND, :OUTAGE_RUN, :MACHINE, :GIB, :CHECKOUT

      class << self
        # Raises Usage for a record that says nothing about clients for others. `kind` is that of its report. The record has no
        # names of its machine (Copy).
        #: (Record, String) -> void
        def check(record, kind)
          what, try = problem(record, kind)
          raise Usage.new("this record cannot be published: #{what}", try: try) if what
        end

        # The words of the command that measures the same again.
        #: (Hash) -> Array[String]
        def words(run) = CommandLine.without(Report::Repeats.words(run), "--format", "--color") - %w[--plain --quiet]

        private

        def problem(record, kind)
          kinds = Vocabulary.list(KEPT.keys, "or")
          return ["a result is made of #{kinds}, not of #{kind}", "publish another record"] unless KEPT.key?(kind)
          return ["it is from several hosts", "publish the record of each host"] if record.hosts.any?
          return ["it is not complete", "finish the measurement, or repeat it"] unless record.ending["outcome"] == "complete"
          return ["it used servers of yours", "measure without server="] if record.run.dig("server", "private") == false
          return ["no reply was verified (--suite as-published)", "measure without it"] if record.run.dig("suite", "published")
          return ["it does not say on what machine", "measure again"] unless record.run.dig("machine", "identity")

          own = checkout(record)
          return ["#{own} is no release", "measure released versions"] if own

          path = words(record.run).find { |word| word.include?(Names::ELSEWHERE) }
          ["#{path} names a file of this machine", "name a version, or a suite of the catalogue"] if path
        end

        def checkout(record)
          names = [*record.environments, *record.cells].flat_map { |line| line.values_at("contender", "notation") }
          names.compact.grep(CHECKOUT).first
        end
      end

      # `kind` is that of the record's report, `report` the report as parsed JSON, and `answer` its sentences. `step` is the
      # step of a campaign that the record belongs to. `copy` is {"sha256", "bytes"} of the published record. `client` returns
      # the id of a client by its name.
      #: (Record, kind: String, report: Hash[String, Object], answer: Array[String], client: #call, copy: Hash, ?step: Hash?) -> void
      def initialize(record, kind:, report:, answer:, client:, copy:, step: nil)
        @record = record
        @run = record.run
        @kind = kind
        @report = report
        @answer = answer
        @client = client
        @copy = copy
        @step = step
      end

      #: () -> Hash[String, Object]
      def to_h
        rounded({ **head, **place, "contenders" => contenders, **figures })
      end

      private

      def head
        { "schema" => SCHEMA, "id" => @copy["sha256"][0, ID], "campaign" => @step, "command" => @kind,
          "argv" => Summary.words(@run), **time_method,
          "cachemark" => @run["version"], "seed" => @run["seed"], "started_at" => @run["started_at"],
          "ended_at" => @record.ending["ended_at"], "answer" => @answer, "notes" => notes, "record" => @copy }
      end

      # Results of Cachemark 1.0 have none.
      def time_method = Stats::TimeMethod.timed?(@run) ? @run.slice("method") : {}

      def place
        facts = @run["machine"]
        { "machine" => { "id" => facts["identity"], **MACHINE.to_h { |name| [name, facts[name]] },
                         "memory_gib" => facts["memory_bytes"]&.fdiv(GIB)&.round, "load_before" => facts["load"]&.first,
                         "load_after" => @record.ending.dig("machine", "load")&.first,
                         "steal_percent" => @record.ending.dig("machine", "steal_percent") },
          "memcached" => @run.dig("server", "version"), "placement" => @run.dig("placement", "name"),
          **@run["options"].to_h.slice("servers").compact }
      end

      # The load before a step is that of the step before, so that only its `busy_percent` says whether the machine was busy.
      def notes
        busy = (Stats::Notes.busy(@run["machine"]) if @step&.fetch("busy_percent", nil))
        @report["notes"] - [(Report::Sentences.of(busy) if busy)]
      end

      # Without controls, whose outcome is known.
      def contenders
        @contenders ||= begin
          own = @record.environments.reject { |line| line["contender"].end_with?("(control)") }
          own.map { |line| contender(line) } + absent(own.map { |line| line["contender"] })
        end
      end

      # Those whose environment could not be built.
      def absent(built)
        others = @record.cells.reject { |cell| built.include?(cell["contender"]) }.uniq { |cell| cell["contender"] }
        others.map do |cell|
          { "id" => cell["contender"], "client" => cell["client"], "notation" => cell["notation"], "departures" => {},
            "runtime_version" => cell["given"].to_h[Vocabulary::Language.all[cell["client"][/\A\w+/]]&.option],
            "note" => cell["note"], "memcached" => @run.dig("server", "version") }.compact
        end
      end

      def contender(environment)
        id = environment["contender"]
        cell = @record.cells.find { |cell| cell["contender"] == id } || {}
        process = processes[id] || {}
        notation = cell["notation"] || notations[id] || id
        { "id" => id, "client" => cell["client"] || @client.call(environment["client"]), "notation" => notation,
          "version" => process["version"], "runtime" => process["runtime"] || environment.dig("runtime", "description"),
          "runtime_version" => environment.dig("runtime", "version"), "jit" => jit(process, notation),
          "departures" => departures(cell, environment), "note" => cell["note"],
          "memcached" => server(process), "homepage" => environment["homepage"] }.compact
      end

      # {name => [value, default]} of the options that differ from the client's defaults, and {name => [value]} of how it
      # connects. The version of memcached is apart.
      def departures(cell, environment)
        from = environment.merge(cell)
        { **from["departures"].to_h, **from["endpoint"].to_h.except("memcached").transform_values { |value| [value] } }
      end

      # The last process of each contender.
      def processes = @processes ||= @record.processes.to_h { |line| [line["contender"], line] }

      # The exact notations of a check, which has no cells.
      def notations = @notations ||= @record.cases.to_h { |line| line.values_at("contender", "notation") }.compact

      def jit(process, notation) = process.dig("jit", "name") || notation[/,jit=([\w-]+)/, 1]

      # A contender may have its own servers.
      def server(process) = process.dig("server", "version") || @run.dig("server", "version")

      def figures
        kept = KEPT.fetch(@kind).to_h { |name, members| [name, only(members, @report[name])] }
        case @kind
        when "check" then { **kept, "cases" => failed(kept["cases"]), "outcomes" => outcomes }
        when "outage" then { **kept, "rows" => kept["rows"].map { |row| outage(row) } }
        else kept
        end
      end

      # The elements of a list with only these members; without names, all of it.
      def only(members, list) = members ? list.map { |row| told(row.slice(*members)) } : list

      # Without the footnote about CPU time, which no result has.
      def told(row)
        @ticks ||= Report::Sentences.of(Stats::Notes::Footnotes::TICKS)
        row["footnotes"] ? { **row, "footnotes" => row["footnotes"] - [@ticks] } : row
      end

      # Cases that passed are only counted, except in a use that the client's documentation warns against.
      def failed(cases)
        cases.reject { |fault_case| Vocabulary::Outcomes.passed?(fault_case["outcome"]) && !fault_case["because"] }
      end

      # {contender => {outcome => number of cases}}
      def outcomes
        @report["cases"].group_by { |fault_case| fault_case["contender"] }
                        .transform_values { |own| own.map { |fault_case| fault_case["outcome"] }.tally }
      end

      def outage(row) = { **row, "runs" => row["runs"].map { |run| run.slice(*OUTAGE_RUN) } }

      # Six digits are more than any figure is known by.
      def rounded(value)
        case value
        when Float then value.finite? ? format("%.6g", value).to_f : nil
        when Array then value.map { |element| rounded(element) }
        when Hash then value.transform_values { |member| rounded(member) }
        else value
        end
      end
    end
  end
end
