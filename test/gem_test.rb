# frozen_string_literal: true

require "test_helper"
require "yaml"

# The pages of the gem, and the addresses that RubyGems shows.
class GemTest < Minitest::Test
  SPEC = Gem::Specification.load(File.join(Cachemark::ROOT, "cachemark.gemspec"))
  LINK = /\]\(([^)\s#]+)/

  def test_each_relative_link_of_its_pages_leads_to_a_file_of_the_gem
    dead = SPEC.files.grep(/\.md\z/).flat_map do |page|
      links(page).reject { |link| there?(target(page, link)) }.map { |link| "#{page}: #{link}" }
    end

    assert_empty dead
  end

  def test_rubygems_shows_where_the_project_is
    assert_equal "https://github.com/OWNER/cachemark", SPEC.homepage
    assert_equal %w[bug_tracker_uri changelog_uri documentation_uri source_code_uri], SPEC.metadata.keys.grep(/_uri\z/).sort
    assert(SPEC.metadata.slice(*SPEC.metadata.keys.grep(/_uri\z/)).values.all? { |address| address.start_with?(SPEC.homepage) })
  end

  def test_a_citation_names_this_version
    assert_equal SPEC.version.to_s, YAML.safe_load_file(File.join(Cachemark::ROOT, "CITATION.cff"))["version"]
  end

  private

  def links(page)
    text = File.read(File.join(Cachemark::ROOT, page)).gsub(/^```.*?^```/m, "")
    text.scan(LINK).flatten.grep_v(/\A\w+:/)
  end

  # A file, or a folder of files.
  def there?(path) = SPEC.files.any? { |file| file == path || file.start_with?("#{path}/") }

  def target(page, link) = File.expand_path(link, File.dirname(File.expand_path(page, "/"))).delete_prefix("/")
end
