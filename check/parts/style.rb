# frozen_string_literal: true

require "tmpdir"

module Check
  # .rubocop.yml: a dozen cops, each chosen. Only the files that git knows.
  class Style < Part
    def problems
      require "rubocop"
      offences = offences_in(@tree.ruby)
      offences.map { |line| line.delete_prefix("#{@tree.root}/") }
    end

    private

    def offences_in(files)
      return [] if files.empty?

      Dir.mktmpdir("cachemark-check") do |folder|
        report = File.join(folder, "report")
        status = Dir.chdir(@tree.root) { RuboCop::CLI.new.run(["--format", "emacs", "--out", report, *options, *files]) }
        lines = File.exist?(report) ? File.readlines(report, chomp: true) : []
        status.zero? || lines.any? ? lines : ["rubocop itself failed with #{status}"]
      end
    end

    # A tree without its own configuration is read by ours. The files are shared among the cores: without its cache, rubocop
    # takes longer than all other parts together.
    def options
      ours = File.expand_path("../../.rubocop.yml", __dir__)
      %w[--no-color --cache true --parallel --force-exclusion --config] << (@tree.file?(".rubocop.yml") ? ".rubocop.yml" : ours)
    end
  end
end
