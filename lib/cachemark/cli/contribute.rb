# frozen_string_literal: true

require "time"
require_relative "../gate_process"

module Cachemark
  module CLI
    # `contribute CLIENT` and `contribute --campaign standard`: results for others, from a campaign.
    class Contribute < Command
      # A campaign whose steps answer whether a client may be added, and one of everything that is published.
      OF_CLIENT = "client"
      OF_MACHINE = "standard"
      # The folder of results in a clone of the project.
      RESULTS = "results"
      # Words of --campaign about how it runs.
      HOW = %w[short restart].freeze
      # The result of a step is disturbed if the hypervisor took more than this share of the time.
      MOST_STEAL_PERCENT = 1.0
      # How long a step waits until the machine is quiet.
      PATIENCE_S = 300
      # How long after its begin a campaign is continued.
      CONTINUED_S = 7 * 86_400
      KEEP = "Keep these files with the copies of their records (.jsonl.gz). Cachemark's repository takes no new results at " \
             "present: guides/publishing.md says why. Describe the machine here if it is special."
      SHORT = "This was a short form. Pages do not use it. For the page, measure without --campaign short."
      private_constant :OF_CLIENT, :OF_MACHINE, :RESULTS, :MOST_STEAL_PERCENT, :CONTINUED_S, :PATIENCE_S, :HOW, :KEEP, :SHORT

      describe "Measure a client, or this machine, for the published results.", arguments: "[CLIENT]", examples: [
        ["contribute pymemcache", "Costs, traffic and faults of a client, and the text of a pull request."],
        ["contribute pymemcache --campaign short", "The same in about a minute, as CI does it."],
        ["contribute --campaign standard", "The standard campaign on this machine. Continues an earlier one."]
      ]
      takes "What to measure" => [
              Options.option(:campaign, "--campaign NAME|FILE.yml",
                             "Run the steps of this campaign. #{OF_MACHINE}: every client on this machine, about three hours. " \
                             "With short, only a short form, which shows that a client works. No page uses it. With restart, " \
                             "begin again, even if an earlier one can be continued. Both also follow a name, as in " \
                             "#{OF_MACHINE},restart.", listed: /,(?=(?:#{HOW.join("|")})(?:,|\z))/,
                             forms: HOW.to_h do |word|
                               [/\A#{word}\z/, Options.option(word.to_sym, word, "", of: "--campaign") { true }]
                             end),
              Options.option(:wait, "--no-wait", "Do not wait for a quiet machine before each step. A short form never waits."),
              Options.option(:steps, "--step NAME", "Only this step of the campaign. Repeatable.", many: true)
            ],
            "Where results go" => [
              Options.option(:results, "--results DIR", "Folder of results (default: #{RESULTS}).")
            ]

      private

      def perform(words)
        campaign = campaign(words)
        folder = Cachemark::Results::Folder.new(@options.fetch(:results, RESULTS))
        refuse_folder(folder.path)
        begun, steps = continued(campaign, folder)
        work = File.join(Paths.new.campaigns, campaign.id)
        @err.puts "#{steps.size} of #{campaign.steps.size} steps to run. Records and logs are kept in #{work}."
        measure(Lab::Campaign.new(steps, folder: work, program: GateProcess.program, live: live, clock: Clock,
                                          patience_s: waits? ? PATIENCE_S : 0),
                { "id" => campaign.id, "begun" => begun }, Publication.new(folder))
      end

      # --no-wait makes false.
      def waits? = @options.fetch(:wait, true) && !@options[:short]

      # When the campaign began, and its steps to run: those that were named, else those without a result, or with one that
      # was disturbed and not repeated. A campaign that was interrupted is continued for a week, unless the user chose `restart`.
      def continued(campaign, folder)
        own = File.directory?(folder.path) ? folder.results.select { |result| part_of?(result, campaign) } : []
        begun = own.map { |result| result.campaign["begun"] }.max
        settled = own.select { |result| result.campaign["begun"] == begun && !repeats?(result) }
        done = settled.map { |result| result.campaign["step"] }
        left = campaign.steps.reject { |step| done.include?(step.id) }
        open = begun && !@options[:restart] && left.any? && Time.now - Time.iso8601(begun) < CONTINUED_S
        [open ? begun : Time.now.utc.iso8601, named(campaign) || (open ? left : campaign.steps)]
      end

      # nil without --step.
      def named(campaign)
        names = @options[:steps] or return
        ids = campaign.steps.map(&:id)
        unknown = (names - ids).first or return campaign.steps.select { |step| names.include?(step.id) }
        raise Usage.new("--step #{unknown}: #{campaign.id} has no such step",
                        try: Suggest.sentence(unknown, ids, kind: "campaigns"))
      end

      def part_of?(result, campaign)
        @machine ||= Host::Machine.facts["identity"]
        result.campaign&.fetch("id") == campaign.id && result.machine["id"] == @machine
      end

      def campaign(words)
        refuse_more(words.drop(1))
        what, try = "contribute needs a client, or --campaign #{OF_MACHINE}", "cachemark contribute dalli"
        raise Usage.new(what, try: try) if words.one? ? @options[:campaign] == OF_MACHINE : !@options.key?(:campaign)

        chosen = catalog.campaign(@options.fetch(:campaign, OF_CLIENT))
        chosen = chosen.for(contender(words.first)) if words.any?
        (@options[:short] ? chosen.shortened : chosen).with(id: name_of(chosen, words))
      end

      # A client of the catalogue, whose files are valid.
      def contender(word)
        catalog.client(word[/\A[^@,]+/])
        word
      end

      # Another client, or a short form, is another campaign.
      def name_of(campaign, words)
        [campaign.id, *words.map { |word| word.gsub(/[^\w.-]+/, "-") }, *("short" if @options[:short])].join("-")
      end

      def refuse_folder(path)
        parent = File.dirname(File.expand_path(path))
        return if File.directory?(path) ? File.writable?(path) : File.writable?(parent)

        raise Usage.new("--results #{path} cannot be written", try: "choose another folder")
      end

      def catalog = @catalog ||= Catalog.load

      def measure(lab, campaign, publication)
        @missing = {}
        code = lab.call { |ran| ran.record ? publish(ran, campaign, publication) : miss(ran.step, ran.reason) }
        conclude(publication)
        code.zero? && @missing.any? ? 3 : code
      end

      # Returns false: nothing is gained by a repetition.
      def miss(step, reason)
        @missing[step.id] ||= reason
        false
      end

      def live = Live.for(@err, clock: Clock, plain: true)

      # Returns whether the step must be repeated. Until then, its disturbed result counts, also that of an earlier command.
      def publish(ran, campaign, publication)
        step = { **campaign, "step" => ran.step.id, "busy_percent" => ran.busy_percent, "repeated" => ran.repeated }
        result = publication.add(ran.record, step: step)
        return refuse_empty(ran.step, result, publication) if empty?(result)

        publication.others(result).each { |one| publication.withdraw(one) if repeats?(one) }
        repeats?(result)
      rescue Usage => error
        miss(ran.step, error.what)
      end

      def refuse_empty(step, result, publication)
        publication.withdraw(result)
        miss(step, result.rows.first["reason"] || "no row has figures")
      end

      # Whether no client could be measured.
      def empty?(result)
        own = result.rows.reject { |row| Vocabulary::References.include?(result.contenders.dig(row["contender"], "client").to_s) }
        own.any? && own.all? { |row| row["status"] == "unavailable" }
      end

      def repeats?(result) = disturbed?(result) && !result.campaign["repeated"]

      # Whether the machine did something else meanwhile, or before.
      def disturbed?(result)
        result.machine["steal_percent"].to_f > MOST_STEAL_PERCENT || result.rows.any? { |row| uncertain?(row) } ||
          result.verdicts.any? { |verdict| verdict["verdict"] == "invalid" } || (waits? && busy?(result))
      end

      def busy?(result) = result.campaign["busy_percent"].to_f >= Lab::Campaign::QUIET_PERCENT

      # A disturbed row has a wide interval; by method 1 it has none.
      def uncertain?(row)
        return false unless row["wall_ns"] && row["processes"].to_i >= Stats::Interval::FEWEST

        row["interval"].nil? || Stats::Row.half_width(row["interval"]) > Stats::Cost::WIDE
      end

      # Markdown, for a pull request.
      def conclude(publication)
        publication.added.each do |path|
          result = Cachemark::Results::Result.at(path)
          @out.puts "### `#{CommandLine.of(result.argv)}`", "", *result.answer, "", "Result: #{path}", ""
        end
        @missing.each { |id, reason| @out.puts "### #{id}", "", "No result: #{reason}", "" }
        return if publication.added.none?

        @out.puts @options[:short] ? SHORT : KEEP
      end
    end
  end
end
