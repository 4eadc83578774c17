# frozen_string_literal: true

module Cachemark
  module CLI
    # `init`: writes .cachemark.yml into the root of a repository and, if that is on GitHub, a workflow. It only reads text,
    # evaluates nothing of the repository, and overwrites nothing.
    class Init < Command
      WORKFLOW = ".github/workflows/cachemark.yml"
      # The scenarios of a kind that a new file names, as far as the catalogue has them.
      FIRST = %w[get set multiget].freeze
      GITHUB = %r{\A(?:https://|git@|ssh://git@)github\.com[:/]([\w.-]+/[\w.-]+?)(?:\.git)?/?\z}
      # An address that fits into a workflow. Without a name or a password, which a reader of the workflow must not see.
      ADDRESS = %r{\Ahttps://[\w.-]+(?::\d+)?/[\w./~-]+\z}
      # A version that ConfigFile takes.
      RELEASE = /\A\d[\w.]*\z/
      VARIABLE = "${{ vars.CACHEMARK }}"
      private_constant :WORKFLOW, :FIRST, :GITHUB, :ADDRESS, :RELEASE, :VARIABLE

      describe "Write .cachemark.yml, and a workflow for GitHub, for the client in this repository.", examples: [
        ["init", "Look at this repository, and write what is missing."],
        ["init --dry-run", "Print what would be written."]
      ]
      takes "How" => [Options.option(:dry_run, "--dry-run", "Write nothing. Print what would be written.")]

      private

      def perform(words)
        refuse_more(words)
        root = ConfigFile.root(Dir.pwd) or
          raise Usage.new("#{Dir.pwd} is not in a git repository", try: "go to the repository of a client: git init begins one")
        notation = Contender::Notation.parse(own(root))
        # An application has no client of its own to gate.
        gated = notation.version.nil?
        files = { ConfigFile::NAME => settings(notation, root), **(gated && github(root) ? { WORKFLOW => workflow } : {}) }
        say_what_lacks(files) if gated
        files.each { |name, text| @options[:dry_run] ? @out.puts("# #{name}", text, "") : write(root, name, text) }
        @err.puts "Next: cachemark #{gated ? "gate" : "check"} --dry-run" unless @options[:dry_run]
        0
      end

      # Why a client's repository gets no workflow, or what the workflow still needs.
      def say_what_lacks(files)
        return @err.puts("no workflow is written: the remote origin is not on GitHub") unless files[WORKFLOW]
        return unless files[WORKFLOW].include?(VARIABLE)

        @err.puts "the workflow needs the address of a clone of Cachemark: set the variable CACHEMARK of your repository to it"
      end

      def write(root, name, text)
        path = File.join(root, name)
        return @err.puts("#{name} exists, and is left as it is") if File.exist?(path) || File.symlink?(path)

        FileUtils.mkdir_p(File.dirname(path))
        refuse_outside(root, path)
        File.open(path, File::WRONLY | File::CREAT | File::EXCL) { |file| file.write(text) }
        @err.puts "#{name} is written"
      rescue SystemCallError => error
        raise Trouble.new("#{name} cannot be written: #{error.message.sub(/ @ .*/, "")}", try: "make #{root} writable")
      end

      def refuse_outside(root, path)
        return if Paths.inside?(File.dirname(path), root)

        raise Usage.new("#{File.dirname(path)} is outside of the repository", try: "replace the link by a folder")
      end

      def settings(notation, root)
        client = sources.fetch(:catalog).client(notation.client)
        kind = client.kinds.first
        scenarios = FIRST.map { |name| "#{kind}/#{name}" } & sources.fetch(:catalog).scenarios.keys
        <<~YAML
          # What cachemark measures in this repository, unless the command line says otherwise: cachemark gate, check, run, compare.
          client: #{notation.text}
          scenarios: [#{scenarios.join(", ")}]
          time: 2m
          margin: 1%
          #{runtime(client, root)}
          # baseline: bench/check.json # of: cachemark check -o baseline=bench/check.json
        YAML
      end

      # The runtime, if this one is too old for the gemspec of the repository; else an example.
      def runtime(client, root)
        language = Vocabulary::Language.all.fetch(client.language)
        wanted = Places.new.runtime_wanted(root, language.checkout)
        first = wanted[/\A[>~]+=? *(\d+(?:\.\d+)?)/, 1] unless Cachemark::Env::Runtimes::Runtime.current.meets?(wanted)
        first ? "with: { #{language.option}: \"#{first}\" }" : "# with: { #{language.option}: newest, memcached: \"1.6.45\" }"
      end

      # The client that the repository holds, or the release that its lock file names.
      def own(root)
        catalog = sources.fetch(:catalog)
        catalog.word(Contender::Checkout.here(catalog: catalog, places: Places.new(root)).client)
      rescue Usage => error
        names = Cachemark::Audit::Names.new(catalog)
        contents = Cachemark::Audit::Folder.new(root, names.wanted).contents
        rows = Cachemark::Audit::Judgement.new(catalog, names).of(contents).rows
        row = rows.find { |one| one.client && one.package.version&.match?(RELEASE) } or raise error
        below = row.on.to_h { |package| package.split(" ", 2) }.slice(*row.client.companion_options).compact
        Contender::Notation.written(catalog.word(row.client), row.package.version, below.select { |_, own| own.match?(RELEASE) })
      end

      def sources = @sources ||= CLI.sources({})

      # The address of a repository, as its own configuration says it; nil without one.
      def remote(root)
        text = File.read(File.join(root, ".git", "config"), encoding: "BINARY")
        text[/^\[remote "origin"\]\n(?:(?!\[).*\n)*?\s*url\s*=\s*(\S+)/, 1]
      rescue SystemCallError
        nil
      end

      def github(root) = remote(root).to_s[GITHUB, 1]

      # With the commit that runs here. Without an address of this program, the user has to say one.
      def workflow
        own = github(ROOT)
        commit = Places.new.repository(ROOT).revision("HEAD") || "v#{VERSION}"
        head = File.read(File.join(__dir__, "init", "workflow.yml"))
        return "#{head}      - uses: #{own}@#{commit}\n        with:\n          exact: \"true\"\n" if own

        address = remote(ROOT).to_s[ADDRESS]
        head + <<~YAML.gsub(/^(?=.)/, "      ")
          - env:
              CACHEMARK: #{address || "#{VARIABLE} # the address of a clone: set this variable of the repository"}
            run: |
              sudo apt-get update
              sudo apt-get install --yes --no-install-recommends valgrind strace # for --metric counts
              git clone --quiet "$CACHEMARK" "$RUNNER_TEMP/cachemark"
              git -C "$RUNNER_TEMP/cachemark" checkout --quiet #{commit}
              "$RUNNER_TEMP/cachemark/bin/cachemark" gate --metric counts
        YAML
      end
    end
  end
end
