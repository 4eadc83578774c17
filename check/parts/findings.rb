# frozen_string_literal: true

module Check
  # The pages of docs/findings follow SECURITY.md: the status of a finding decides what its page may contain, and what a
  # paragraph that links to the page may contain.
  class Findings < Part
    FOLDER = "docs/findings"
    INDEX = "#{FOLDER}/README.md".freeze
    STATUSES = ["fixed", "reported", "documented", "unmaintained", "not reported"].freeze
    LINK = %r{https://}
    # Ways to repeat a finding: an output or a program, a command, the name of a case.
    REPETITION = { "an example" => /^```/, "a program" => /\]\([\w-]+\.(?!md\b)\w+\)|^Programs?:/, "a command" => /`cachemark /,
                   "cases" => %r{^## Cases|`[a-z]+/[a-z0-9-]+`} }.freeze
    private_constant :FOLDER, :INDEX, :STATUSES, :LINK, :REPETITION

    def problems
      pages.flat_map { |path| complaints(path) } + stray_reports + stray_programs
    end

    private

    def pages = @tree.files.grep(%r{\A#{FOLDER}/[\w-]+\.md\z}o) - [INDEX]

    def complaints(path)
      status = status_of(path)
      return ["#{path}: the status is none of: #{STATUSES.join(", ")}"] unless status

      [*lacks(path, status), *(withheld(path) if status == "not reported"), *unlike_index(path, status)]
        .map { |complaint| "#{path}: #{complaint}" }
    end

    # The word that begins the row "Status".
    def status_of(path) = STATUSES.find { |status| cell(path, "Status").to_s.match?(/\A#{status}\b/) }

    def cell(path, row) = @tree.read(path)[/^\| #{row} \| (.*) \|$/, 1]

    def lacks(path, status)
      again = cell(path, "Run again").to_s.match?(/\A\d{4}-\d\d-\d\d: /)
      [("does not say when it was run again, and on which release" unless again),
       ("is #{status}, without a link" if %w[reported documented].include?(status) && !cell(path, "Status").match?(LINK)),
       ("is fixed, without a release" if status == "fixed" && !cell(path, "Fixed in").to_s.match?(/\d/))].compact
    end

    # The report and the pages of a finding that is not reported.
    def withheld(path)
      report = report_of(path)
      return ["is not reported, and has no #{report}"] unless @tree.file?(report)

      [path, report].flat_map { |page| repetitions(page).map { |way| "is not reported, and #{page} has #{way}" } } +
        commands_near(path).map { |other| "is not reported, and #{other} has a command next to its link" } +
        [("is not reported, and #{report} does not say \"Not sent\"" unless @tree.read(report).match?(/^Not sent\./))].compact
    end

    def repetitions(path) = REPETITION.select { |_, pattern| @tree.read(path).match?(pattern) }.keys

    # The pages with a paragraph that has a link to this one, and a command.
    def commands_near(path)
      link = "/#{File.basename(path)})"
      @tree.files.grep(/\.md\z/).select do |other|
        @tree.read(other).split(/\n{2,}/).any? { |text| text.include?(link) && text.match?(/^cachemark |`cachemark /) }
      end
    end

    def report_of(path) = path.sub(FOLDER, "#{FOLDER}/reports")

    def unlike_index(path, status)
      rows = @tree.file?(INDEX) ? @tree.read(INDEX).lines.grep(/\]\(#{Regexp.escape(File.basename(path))}[)#]/) : []
      return ["is not in #{INDEX}"] if rows.empty?

      ["is #{status}, and #{INDEX} says otherwise"] unless rows.any? { |row| row.match?(/\| #{status} \|$/) }
    end

    def stray_reports
      known = pages.select { |path| status_of(path) == "not reported" }.map { |path| report_of(path) }
      (@tree.files.grep(%r{\A#{FOLDER}/reports/}o) - known).map { |path| "#{path}: belongs to no finding that is not reported" }
    end

    # A program without a page shows a finding, too.
    def stray_programs
      text = pages.map { |path| @tree.read(path) }.join
      programs = @tree.files.grep(%r{\A#{FOLDER}/[\w-]+\.(?!md\z)\w+\z}o)
      programs.reject { |path| text.include?("(#{File.basename(path)})") }.map { |path| "#{path}: no page has this program" }
    end
  end
end
