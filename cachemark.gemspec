# frozen_string_literal: true

require_relative "lib/cachemark/version"

Gem::Specification.new do |spec|
  spec.name = "cachemark"
  spec.version = Cachemark::VERSION
  spec.authors = ["Cachemark contributors"]
  spec.summary = "A benchmark lab for memcached client libraries"
  spec.description = "Compares releases of memcached clients for six languages on a real server, gates pull requests, finds " \
                     "the commit that made a client slower, and checks clients for wrong values, hangs and hidden errors."
  spec.license = "MIT"
  spec.required_ruby_version = ">= 3.1"
  spec.homepage = "https://github.com/OWNER/cachemark" # OWNER is a placeholder, as in README.md
  spec.metadata = { "source_code_uri" => spec.homepage, "changelog_uri" => "#{spec.homepage}/blob/main/CHANGELOG.md",
                    "documentation_uri" => "#{spec.homepage}/blob/main/guides/README.md",
                    "bug_tracker_uri" => "#{spec.homepage}/issues", "rubygems_mfa_required" => "true" }

  # bin/cachemark and what it reads set Cachemark up on other hosts (--on), from this folder.
  setup = %w[bin/cachemark setup/common.sh setup/gems.rb setup/packages.sh Gemfile check/Gemfile cachemark.gemspec]
  spec.files = Dir.chdir(__dir__) do
    Dir["{catalog,contributing,docs,drivers,exe,guides,lib,man,protocol,reference,schema}/**/*", *setup, "LICENSE",
        "{bench,results}/README.md", "{README,CHANGELOG,ARCHITECTURE,CONTRIBUTING,RULES,SECURITY,THIRD-PARTY-LICENSES}.md"]
      .select { |path| File.file?(path) }
      .grep_v(%r{\Adocs/(?:screenshots/\w+\.rb|calibration\.jsonl)|/__pycache__/|\.pyc\z})
  end
  spec.bindir = "exe"
  spec.executables = ["cachemark"]

  spec.add_dependency "erubi", "~> 1.13"
  spec.add_dependency "json_schemer", "~> 2.5"
  spec.add_dependency "pastel", "~> 0.8"
  spec.add_dependency "perfect_toml", "~> 0.9"
  # 1.7.3 is the last with a binary for RubyGems 3.3 (Debian 12); newer RubyGems takes newer ones.
  spec.add_dependency "sqlite3", ">= 1.7.3", "< 3"
  spec.add_dependency "tty-cursor", "~> 0.7"
  spec.add_dependency "unicode-display_width", ">= 2.6", "< 4"
  # 2.6.18 is the last for Ruby 3.1; newer Rubies take newer ones.
  spec.add_dependency "zeitwerk", ">= 2.6.18", "< 3"
end
