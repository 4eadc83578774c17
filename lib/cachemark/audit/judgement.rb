# frozen_string_literal: true

module Cachemark
  module Audit
    # Compares packages with the advisories and findings of the catalogue.
    class Judgement
      # The longest version that is compared.
      LONGEST = 64
      # Parts of a version that do not change its code: those of Python at its end, and the letter before it.
      DECORATION = /\Av|\+.*\z|[.-]?post\d*\z/
      private_constant :LONGEST, :DECORATION

      # A version of a lock file as a release; nil if it cannot be compared.
      #: (String) -> Gem::Version?
      def self.release(text)
        plain = text.size > LONGEST ? "" : text.strip.gsub(DECORATION, "")
        Gem::Version.new(plain) if !plain.empty? && Gem::Version.correct?(plain)
      end

      #: (Catalog, ?Names) -> void
      def initialize(catalog, names = Names.new(catalog))
        @catalog = catalog
        @names = names
        @published = catalog.advisories.values + catalog.findings.values
      end

      #: (Contents) -> Result
      def of(contents)
        versions = contents.packages.to_h { |package| [[package.registry, package.name], package.version] }
        runtime = contents.runtime && Gem::Version.new(contents.runtime)
        rows = contents.packages.flat_map { |package| rows_of(package, versions, runtime) }
        stores = rows.filter_map { |row| row.client&.name if row.on.any? }
        Result.new(date: @published.map(&:checked).max, files: contents.files, rows: rows.map { |row| with_stores(row, stores) },
                   gaps: contents.gaps)
      end

      private

      def with_stores(row, names)
        row.with(held: row.held.map { |bug| bug.with(stores: bug.stores.slice(*names)) })
      end

      def rows_of(package, versions, runtime)
        if @names.stranger?(package)
          return [Row.new(package: package, client: nil, state: "unknown", why: "Cachemark does not know this client yet")]
        end

        rows = @names.clients(package, versions).map { |client, on| row(package, client, on, runtime) }
        rows.any? ? rows : unrun(package)
      end

      # Nobody can have looked at a release that cannot run here.
      def unrun(package)
        client, reason = @names.refused(package)
        client ? [Row.new(package: package, client: client, state: "unknown", why: "Cachemark cannot run it: #{reason}")] : []
      end

      def row(package, client, on, runtime)
        release = self.class.release(package.version) if package.version
        why = package.why || ("its version cannot be compared with releases" unless release)
        return Row.new(package: package, client: client, on: on, state: "unknown", why: why) if why

        held = held(client, release, runtime)
        states = held.map(&:state)
        state = states.include?("affected") ? "found" : states.any? ? "unknown" : "clear"
        why = "its release was not tried" if state == "unknown"
        Row.new(package: package, client: client, on: on, state: state, why: why, held: held,
                better: better(client, release, held, runtime))
      end

      # The advisories first, then what was seen in this release, the most severe first.
      def held(client, release, runtime)
        all = lines(client).filter_map do |published, line|
          state = line.state(release)
          entry(published, line, state, client, release).with(only: only(client, line, runtime)) if state && line.on?(runtime)
        end
        all.sort_by { |bug| [bug.kind, bug.state, Catalog::Finding::SEVERITIES.index(bug.severity) || 0, bug.id] }
      end

      # [advisory or finding, affected releases] of a client.
      def lines(client)
        (@lines ||= {})[client.id] ||= @published.flat_map { |published| published.lines.map { |line| [published, line] } }
                                                 .select { |_, line| @catalog.client(line.client).id == client.id }
      end

      def entry(published, line, state, client, release)
        advisory = published.is_a?(Catalog::Advisory)
        Held.new(kind: advisory ? "advisory" : "finding", id: published.id, title: line.title || published.title, state: state,
                 link: advisory ? published.link : published.page,
                 severity: (published.severity unless advisory),
                 tried: line.tried&.uniq&.join(" to "), without: line.ending,
                 fixed: line.complete || line.fixed, stores: line.stores,
                 command: advisory ? ["check", "--advisory", published.id] : shown(line, client, release))
      end

      def only(client, line, runtime)
        return line.only unless line.before_runtime

        "#{title(client)} before #{line.before_runtime}, #{runtime ? "as yours (#{runtime})" : "and this project names none"}"
      end

      def title(client) = Vocabulary::Language.all.fetch(client.language).title

      def oldest_runtime(client, release)
        client.oldest_runtime("version" => release.to_s)&.then { |number| "#{title(client)} #{number}" }
      end

      def shown(line, client, release)
        return if line.cases.empty?

        contender = Contender::Notation.written(@catalog.word(client), release.to_s, line.options)
        ["check", contender, *line.peers, *line.cases.flat_map { |glob| ["--case", glob] }]
      end

      # The nearest and the newest release without advisories, if this one has some. Also those with the fewest bugs: the newest
      # of the next major version that has one, and the newest of all.
      def better(client, release, held, runtime)
        newer = releases(client).select { |later| later > release }.to_h { |later| [later, held(client, later, runtime)] }
        advised = ->(bugs) { bugs.any? { |bug| bug.kind == "advisory" } }
        secure = advised.call(held) ? newer.reject { |_, left| advised.call(left) }.keys : []
        least = newer.values.map(&:size).min
        fewest = least && least < held.size ? newer.select { |_, left| left.size == least }.keys : []
        near = fewest.select { |later| later.segments.first == fewest.first.segments.first }.last
        [*secure.first, *secure.last, *near, *fewest.last].uniq.sort.map do |later|
          Candidate.new(version: later.to_s, held: newer.fetch(later), runtime: oldest_runtime(client, later))
        end
      end

      # The releases of a client that the catalogue names, the oldest first.
      def releases(client)
        named = lines(client).flat_map { |_, line| line.releases } + client.releases.map(&:number) + [client.version]
        known = named.compact.grep(/\A\d+\.\d/).map { |number| Gem::Version.new(number) }.uniq.sort
        known.reject { |release| client.refusal_at("version" => release.to_s) }
      end
    end
  end
end
