# frozen_string_literal: true

module Cachemark
  module Report
    # The advisories and findings that hold for the clients in lock files (an Audit::Result).
    module Audit
      extend Kind
      FORMATS = %w[terminal markdown json].freeze
      SCHEMA = "cachemark/audit/1"
      # The longest name or version that is shown whole.
      LONGEST = 60
      private_constant :SCHEMA, :LONGEST

      class << self
        #: (Audit::Result, Record) -> Document
        def document(result, _record)
          Document.new(title: "Cachemark audit", headline: answer(result), origin: nil, tone: result.code == 1 ? "slower" : nil,
                       parts: parts(result), data: -> { data(result) })
        end

        private

        def answer(result)
          rows = result.rows.group_by(&:state)
          [*found(rows.fetch("found", [])), unknown(rows.fetch("unknown", []), result), clear(rows, result),
           "The data is of #{result.date}. Nothing was installed or started."].compact
        end

        # "8 advisories and 4 findings hold for dalli 3.2.8." "1 more finding was seen only in other releases."
        def found(rows)
          return if rows.empty?

          affected, untried = rows.flat_map(&:held).partition { |bug| bug.state == "affected" }.map { |bugs| bugs.uniq(&:id) }
          more = untried.reject { |bug| affected.map(&:id).include?(bug.id) }
          verb = affected.size == 1 ? "holds" : "hold"
          ["#{counts(affected)} #{verb} for #{Vocabulary.list(rows.map { |row| name(row) }.uniq)}.",
           *("#{counts(more, "more ")} #{more.size == 1 ? "was" : "were"} seen only in other releases." if more.any?)]
        end

        # "8 advisories and 4 findings".
        def counts(bugs, more = "")
          kinds = bugs.map(&:kind).tally
          Vocabulary.list([%w[advisory advisories], %w[finding findings]].filter_map do |singular, plural|
            Figures.counted(kinds[singular], more + singular, more + plural) if kinds.key?(singular)
          end)
        end

        def unknown(rows, result)
          gaps = Figures.counted(result.gaps.size, "file or line", "files or lines") if result.gaps.any?
          parts = [*rows.map { |row| name(row) }.uniq, *gaps]
          "Not judged, so not called safe: #{Vocabulary.list(parts)}." if parts.any?
        end

        def clear(rows, result)
          read = (result.files - result.gaps.reject(&:line).map(&:file)).map { |file| plain(file) }
          return "No memcached client is in #{Vocabulary.list(read)}." if rows.empty? && read.any?

          known = rows.fetch("clear", []).map { |row| name(row) }.uniq
          "No advisory and no finding is known for #{Vocabulary.list(known, "or")}." if known.any?
        end

        # "dalli 3.2.8", "mem_cache_store (activesupport 7.1.3)".
        def name(row)
          package = [row.package.name, *row.package.version&.then { |version| plain(version) }].join(" ")
          client = row.client&.name
          client.nil? || row.package.name == client ? package : "#{client} (#{package})"
        end

        def title(row) = "#{name(row)}, #{place(row.package)}"

        # A store is also as its client is.
        def on(row) = ("on #{Vocabulary.list(row.on.map { |name| plain(name) })}" if row.on.any?)

        def parts(result)
          judged, others = result.rows.partition { |row| row.held.any? }
          [*judged.sort_by { |row| row.state == "found" ? 0 : 1 }.flat_map { |row| section(row) }, *rest(others, result.gaps),
           Part::Notes.new(sentences: notes(result))]
        end

        def section(row)
          [heading([title(row), *on(row)].join(", ")), Part::Text.new(text: advice(row)),
           Part::List.new(items: row.held.map { |held| item(held) }, on: %i[terminal].freeze),
           Part::List.new(items: row.held.map { |held| item(held, held.link) }, on: %i[markdown].freeze)]
        end

        def heading(text) = Part::Heading.new(id: "client", text: text, on: Part::ALL)

        # The releases to change to: "Change to 3.2.15 or 5.3.2: no advisory, but 4 findings each."
        def advice(row)
          return "No later release that Cachemark knows has fewer of them." if row.better.empty?

          majors = row.better.map { |release| major(release.version) }.uniq
          ways = row.better.group_by { |release| left(release, row) }.map do |left, own|
            names = own.map do |release|
              candidate(release, same: majors.size > 1 && major(release.version) == major(row.package.version))
            end
            "#{Vocabulary.list(names, "or")}: #{left}#{" each" if own.size > 1}"
          end
          "Change to #{ways.join("; or to ")}."
        end

        def major(version) = version[/\d+/]

        # "5.3.2 (Ruby 3.3 or newer)"
        def candidate(release, same:)
          facts = [*("the same major" if same), *("#{release.runtime} or newer" if release.runtime)]
          [release.version, *("(#{facts.join(", ")})" if facts.any?)].join(" ")
        end

        # The bugs of a release in words: "no advisory, but 4 findings".
        def left(release, row)
          return "nothing known" if release.held.empty?

          none = "no advisory, but " if row.advisories.any? && release.held.none? { |bug| bug.kind == "advisory" }
          "#{none}#{counts(release.held)}"
        end

        # The address of an advisory is wider than a terminal, and its id says the same.
        def item(held, link = nil)
          page = held.kind == "finding" ? "#{held.link} of Cachemark" : link
          Part::Item.new(mark: held.id, tone: held.state == "affected" ? "slower" : "unresolved", text: held.title,
                         details: [facts(held), *page], code: held.command && CommandLine.of(held.command))
        end

        # "high; only with a namespace; fixed in 5.2.2; not seen through mem_cache_store"
        def facts(held)
          [held.severity, ("not tried in this release, seen in #{held.tried}" if held.state == "untried"),
           ("only with #{held.only}" if held.only), ending(held), *through(held)].compact.join("; ")
        end

        # "also through mem_cache_store"
        def through(held) = held.stores.map { |store, seen| "#{seen ? "also" : "not seen"} through #{store}" }

        def ending(held)
          return "fixed in #{held.fixed}" if held.fixed

          held.without ? "not in #{held.without}" : "not fixed"
        end

        def rest(rows, gaps)
          clear, unknown = rows.partition { |row| row.state == "clear" }
          lacks = unknown.map { |row| "#{title(row)}: #{row.why}" } +
                  gaps.map { |gap| "#{place(gap)}: #{gap.why}" }
          { "Not judged" => lacks, "Nothing known" => clear.map { |row| [title(row), *on(row)].join(", ") } }
            .reject { |_, items| items.empty? }.flat_map { |title, items| [heading(title), Part::List.new(items: items)] }
        end

        def place(entry) = [plain(entry.file), *entry.line].join(":")

        # A foreign text in one line.
        def plain(text)
          line = text.gsub("\n", '\n')
          line.size > LONGEST ? "#{line[0, LONGEST]}..." : line
        end

        def notes(result)
          clear = "nothing known is not proof that a release has no bug" if result.rows.any? { |row| row.state == "clear" }
          pip = "a requirements file names only the packages in it, and not those that they need"
          [clear, *(pip if result.files.any?(/\.txt\z/))].compact
        end

        def data(result)
          { schema: SCHEMA, command: "audit", summary: answer(result).join(" "), date: result.date, code: result.code,
            files: result.files, clients: result.rows.map { |row| client(row) },
            unread: result.gaps.map { |gap| { file: gap.file, line: gap.line, reason: gap.why } } }
        end

        def client(row)
          package = row.package
          { client: row.client&.id, registry: package.registry, package: package.name, version: package.version,
            file: package.file, line: package.line, on: row.on, status: row.state, reason: row.why,
            better: row.better.map do |release|
              kinds = release.held.map(&:kind).tally
              { version: release.version, runtime: release.runtime,
                advisories: kinds.fetch("advisory", 0), findings: kinds.fetch("finding", 0) }
            end,
            known: row.held.map { |held| { **held.to_h, command: held.command && CommandLine.of(held.command) } } }
        end
      end
    end
  end
end
