# frozen_string_literal: true

module Cachemark
  module CLI
    # `env list|prune|runtime`: what the cache holds and which Rubies run clients (Rubies).
    class Env < Command
      ACTIONS = %w[list prune runtime].freeze
      OFFERS = Cachemark::Env::Debian::Offer.all.map(&:name).join(", ")

      describe "look at the environments in the cache, prune them, or see which Rubies can run clients",
               arguments: "list|prune|runtime [PATH|NAME...]", examples: [
                 ["env list", "every environment, its runtime, its size and when it was last used"],
                 ["env prune --unused-for 168h", "remove what was not used for a week, then the gems and packages nobody needs"],
                 ["env runtime /opt/ruby-3.4/bin/ruby", "what that Ruby is, and how to measure with it"],
                 ["env runtime ruby-3.3 --dry-run", "what it costs to make a Ruby 3.3 (there are: #{OFFERS})"],
                 ["env runtime ruby-3.3", "make it, as root: says what it costs, and then the path that --ruby and ruby= take"]
               ]

      private

      def declare(parser)
        parser.on("--unused-for TIME", "prune: what was not used for so long (default: 168h)") do |text|
          @options[:unused_for_s] = text == "0" ? 0 : Quantity.duration("--unused-for", text)
        end
        parser.on("--dry-run", "runtime NAME: only say what making that Ruby costs") { @options[:dry_run] = true }
        # OptionParser hands a --no-... switch over as false.
        parser.on("--no-install", "runtime NAME: never make it; say what is missing") { @options[:install] = false }
        super
      end

      def perform(words)
        action, *rest = words
        raise Usage.new("env needs list, prune or runtime", try: "See: cachemark help env") if action.nil?

        Quantity.word("env", action, ACTIONS)
        refuse_more(rest) unless action == "runtime"
        send(:"show_#{action}", rest)
        0
      end

      def inventory = Cachemark::Env::Inventory.new(cache: Paths.new.cache)

      def show_list(_words)
        entries = inventory.list
        @out.puts "No environment is in the cache yet: a run makes them." if entries.empty?
        entries.each do |entry|
          used = entry.last_used_at.strftime("%Y-%m-%d %H:%M")
          @out.puts format("%s  %-10s %s", used, entry.ready ? "ready" : "unfinished", entry.notations.join(" "))
          @out.puts "    #{[entry.runtime, libraries(entry)].compact.join("; ")}"
        end
        inventory.rubies.each { |ruby| @out.puts "#{ruby.name}  #{ruby.description || "unfinished"}\n    #{ruby.executable}" }
        @out.puts format("%.0f MB in all, in %s", inventory.size_bytes / 1e6, Paths.new.cache)
      end

      def show_prune(_words)
        pruned = inventory.prune(unused_for_s: @options.fetch(:unused_for_s, 7 * 86_400))
        counts = { "environment" => pruned.environments.size, "gem" => pruned.gems.size, "Debian package" => pruned.debs.size }
        counts = counts.reject { |word, count| word == "Debian package" && count.zero? }
        what = [*counts.map { |word, count| "#{count} #{word}#{"s" unless count == 1}" }, *pruned.rubies]
        @out.puts format("Removed %s: %.1f MB.", [what[0..-2].join(", "), what.last].join(" and "), pruned.freed_bytes / 1e6)
      end

      # Of a Debian environment the gems are the checkouts that were built for it.
      def libraries(entry)
        return "#{entry.debs.size} packages of Debian" if entry.debs.any?

        entry.full_names.empty? ? "no gems" : entry.full_names.join(", ")
      end

      def show_runtime(words)
        Host::Keeper.start do |keeper|
          Rubies.new(out: @out, cache: Paths.new.cache, spawn: keeper, options: @options).call(words)
        end
      end
    end
  end
end
