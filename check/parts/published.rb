# frozen_string_literal: true

require "yaml"

module Check
  # Each page of docs/findings has its facts in catalog/findings, for `audit`, and both say the same.
  class Published < Part
    PAGES = "docs/findings"
    DATA = "catalog/findings"
    STATUS = "not reported"
    private_constant :PAGES, :DATA, :STATUS

    def problems
      pages, data = names(PAGES, "md") - ["README"], names(DATA, "yml")
      (pages - data).map { |name| "#{PAGES}/#{name}.md: has no #{DATA}/#{name}.yml" } +
        (data - pages).map { |name| "#{DATA}/#{name}.yml: has no #{PAGES}/#{name}.md" } +
        (pages & data).flat_map { |name| complaints(name).map { |text| "#{DATA}/#{name}.yml: #{text}" } }
    end

    private

    def names(folder, suffix) = @tree.files.filter_map { |path| path[%r{\A#{folder}/([\w-]+)\.#{suffix}\z}, 1] }

    def complaints(name)
      page = @tree.read("#{PAGES}/#{name}.md")
      data = YAML.safe_load(@tree.read("#{DATA}/#{name}.yml"), aliases: true)
      [*words(name, page, data), *releases(page, data), *ways(data)]
    end

    def cell(page, row) = page[/^\| #{row} \| (.*) \|$/, 1].to_s

    # The title of a page begins with the client, and with a capital if it does not.
    def words(name, page, data)
      title = page.lines.first.to_s.delete_prefix("# ").chomp
      said = { "id" => name, "severity" => cell(page, "Severity")[/\w+/], "checked" => cell(page, "Run again")[/\A[\d-]+/] }
      [*said.filter_map { |key, text| "#{key} is #{data[key]}, and #{text} on the page" unless data[key] == text },
       *("status is #{data["status"]}, and the page says otherwise" unless cell(page, "Status").start_with?(data["status"])),
       *("title is not that of the page: #{title}" unless title.downcase.end_with?(data["title"].downcase))]
    end

    # The page names each release, and says "not fixed" if no client has a fix.
    def releases(page, data)
      lines = data["lines"]
      named = lines.flat_map { |line| [line["fixed"], *line["tried"]] }.compact.uniq
      open = lines.none? { |line| line["fixed"] }
      absent = named.reject { |release| page.match?(/(?<![\d.])#{Regexp.escape(release)}(?!\d|\.\d)/) }
      [*absent.map { |release| "the page does not name #{release}" },
       *("no line has a fix, and the page does not say \"not fixed\"" if open && !cell(page, "Fixed in").include?("not fixed"))]
    end

    def ways(data)
      return [] unless data["status"] == STATUS

      %w[cases options peers].select { |key| data["lines"].any? { |line| line.key?(key) } }
                             .map { |key| "is not reported, and has #{key}" }
    end
  end
end
