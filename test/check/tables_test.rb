# frozen_string_literal: true

require "test_helper"

module Check
  class TablesTest < Minitest::Test
    include FixtureTree
    require "included"

    ROOT = File.expand_path("../..", __dir__)
    README = File.read(File.join(ROOT, "README.md"), encoding: "UTF-8")[Included::BLOCK]

    def test_a_table_as_the_results_say_is_accepted
      assert_empty found(README)
    end

    def test_any_changed_figure_is_a_problem
      { "time" => [/\d\d\.\d µs/, "9.9 µs"], "count of wrong values" => [/ \d+ of \d+/, " 1 of 300"],
        "count of lost calls" => [/\d+ calls lost/, "2 calls lost"], "caution" => [/no release since \d+/, "in good health"],
        "row" => [/^\| \*\*dalli.*\n/, ""] }.each do |name, (figure, other)|
        assert_match figure, README
        assert_equal ["README.md: an included table is not as its source says: ruby bench/included.rb"],
                     found(README.sub(figure, other)), name
      end
    end

    def test_any_changed_table_of_a_page_is_a_problem
      pages = ["README.md", *Dir.children(File.join(ROOT, "guides")).grep(/\.md\z/).map { |name| "guides/#{name}" }]
      tables = pages.flat_map { |page| blocks(page) }
      files = tables.each_with_index.flat_map do |text, at|
        other = text.sub(/[[:alnum:]](?=[^[:alnum:]]*\n<!-- end)/) { |last| last == "9" ? "8" : last.succ[0] }
        { "guides/same-#{at}.md" => text, "guides/other-#{at}.md" => other }.to_a
      end.to_h

      assert_operator tables.size, :>, 5
      assert_equal Array.new(tables.size) { |at| "guides/other-#{at}.md" }.sort,
                   found("", files).map { |problem| problem[/\A[^:]+/] }.sort
    end

    def test_a_changed_count_of_the_catalogue_is_a_problem
      path = "catalog/checks/published.yml"
      text = File.read(File.join(ROOT, path))

      assert_empty found("", path => text)
      assert_equal ["#{path}: is not as results/ says: ruby bench/included.rb"],
                   found("", path => text.sub(/"bad":\d+/, '"bad":99'))
    end

    def test_a_page_without_such_a_table_has_no_problem
      assert_empty found("A page.\n")
    end

    private

    # The included tables of a page of this project.
    def blocks(page)
      File.read(File.join(ROOT, page), encoding: "UTF-8").to_enum(:scan, Included::BLOCK).map { $~[0] }
    end

    # Of a tree with the published results. Its tables are made once.
    def found(text, more = {})
      files = { "README.md" => text, **more }
      plant(self.class.root, files)
      Check.part("tables").new(Tree.new(self.class.root)).problems
    ensure
      FileUtils.rm_f(files.keys.map { |path| File.join(self.class.root, path) })
    end

    def self.root
      @root ||= Dir.mktmpdir.tap do |root|
        at_exit { FileUtils.rm_rf(root) }
        FileUtils.mkdir_p(File.join(root, "docs"))
        %w[results drivers docs/calibration.jsonl docs/peers.json].each do |path|
          File.symlink(File.join(ROOT, path), File.join(root, path))
        end
      end
    end
  end
end
