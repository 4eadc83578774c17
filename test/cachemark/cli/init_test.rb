# frozen_string_literal: true

require "test_helper"

module Cachemark
  class CLI::InitTest < Minitest::Test
    GEMSPEC = { "dalli.gemspec" => %(Gem::Specification.new do |s|\n  s.name = "dalli"\n  raise "evaluated"\nend\n),
                "lib/dalli.rb" => "raise 'evaluated'" }.freeze
    LOCK = { "Gemfile.lock" => "GEM\n  specs:\n    dalli (3.2.8)\n\nDEPENDENCIES\n  dalli\n" }.freeze
    GITHUB = %([core]\n\tbare = false\n[remote "origin"]\n\turl = https://github.com/me/dalli.git\n\tfetch = +x\n)

    def test_a_clients_repository_gets_settings_that_are_valid
      in_repository(GEMSPEC) do |root|
        init(root)
        file = CLI::ConfigFile.in(root)

        assert_equal ["dalli@path:#{root}"], file.contenders("check")
        assert_equal %w[scenarios time margin], settings(file, "gate")
        refute_path_exists "#{root}/.github"
      end
    end

    def test_a_gemspec_for_a_newer_ruby_gets_one_in_the_settings
      newer = GEMSPEC.merge("dalli.gemspec" => %(  s.name = "dalli"\n  s.required_ruby_version = ">= 99.3"\n))
      in_repository(newer) do |root|
        assert_equal({ "ruby" => "99.3" }, YAML.safe_load(init(root, "--dry-run"))["with"])
      end
      in_repository(GEMSPEC.merge("dalli.gemspec" => %(  s.required_ruby_version = ">= 2.6"\n))) do |root|
        assert_nil YAML.safe_load(init(root, "--dry-run"))["with"]
      end
    end

    def test_says_why_there_is_no_workflow_or_what_it_needs
      in_repository(GEMSPEC) { |root| assert_match(/^no workflow is written: .* not on GitHub$/, said(root)) }
      in_repository({ **GEMSPEC, ".git/config" => GITHUB }) do |root|
        needed = said(root).include?("set the variable CACHEMARK")

        assert_equal File.read("#{root}/.github/workflows/cachemark.yml").include?("vars.CACHEMARK"), needed
      end
    end

    def test_an_application_gets_the_release_of_its_lock_file
      in_repository({ **LOCK, ".git/config" => GITHUB }) do |root|
        init(root)

        refute_path_exists "#{root}/.github"

        assert_equal ["dalli@3.2.8"], CLI::ConfigFile.in(root).contenders("check")
      end
    end

    # The next command must take it, whatever the lock file says.
    def test_an_application_gets_a_release_that_can_be_named
      gems = ->(*specs) { { "Gemfile.lock" => "GEM\n  specs:\n#{specs.map { |spec| "    #{spec}\n" }.join}" } }
      other = { "requirements.txt" => "pymemcache==4.0.0\n" }
      { gems["activesupport (7.1.3)", "dalli (3.2.8)"] => ["mem_cache_store@7.1.3,dalli=3.2.8"],
        { "go.mod" => "module a\nrequire github.com/bradfitz/gomemcache v0.0.0-2023-acc6\n", **other } => ["pymemcache@4.0.0"],
        { **gems["dalli (1\e[31m)"], **other } => ["pymemcache@4.0.0"] }.each do |files, known|
        in_repository(files) do |root|
          init(root)

          assert_equal known, CLI::ConfigFile.in(root).contenders("check")
        end
      end
    end

    def test_a_remote_on_github_gets_a_workflow_that_pins_a_commit
      in_repository({ **GEMSPEC, ".git/config" => GITHUB }) do |root|
        init(root)
        job = YAML.safe_load_file("#{root}/.github/workflows/cachemark.yml").fetch("jobs").fetch("gate")

        assert_match(/\b\h{40}\b/, job["steps"].last.to_s)
        assert_equal 0, job["steps"].first.dig("with", "fetch-depth")
      end
    end

    # The text of a workflow must not come from a repository's configuration.
    def test_a_hostile_address_reaches_no_workflow
      in_repository({ **GEMSPEC, ".git/config" => GITHUB.sub("me/dalli", "me/x;rm -rf ~#") }) do |root|
        init(root)

        refute_path_exists "#{root}/.github"
      end
    end

    def test_overwrites_nothing_and_follows_no_link
      in_repository({ **GEMSPEC, ".git/config" => GITHUB, ".cachemark.yml" => "mine" }) do |root|
        Dir.mktmpdir do |elsewhere|
          File.symlink(elsewhere, "#{root}/.github")

          assert_match(/is outside of the repository/, assert_raises(Usage) { init(root) }.message)
          assert_equal ["mine", []], [File.read("#{root}/.cachemark.yml"), Dir.glob("#{elsewhere}/**/*.yml")]
        end
      end
    end

    def test_prints_what_it_would_write
      in_repository(GEMSPEC) do |root|
        assert_match(/\A# \.cachemark\.yml\n.*^client: dalli$/m, init(root, "--dry-run"))
        refute_path_exists "#{root}/.cachemark.yml"
      end
    end

    def test_refuses_a_folder_without_a_client
      in_repository({}) { |root| assert_match(/is not a client's repository/, assert_raises(Usage) { init(root) }.message) }
      Dir.mktmpdir { |folder| assert_match(/is not in a git repository/, assert_raises(Usage) { init(folder) }.message) }
    end

    private

    def in_repository(files)
      Dir.mktmpdir do |root|
        root = File.realpath(root)
        { ".git/config" => "", **files }.each do |name, text|
          FileUtils.mkdir_p(File.dirname("#{root}/#{name}"))
          File.write("#{root}/#{name}", text)
        end
        yield root
      end
    end

    def init(root, *words, err: StringIO.new)
      out = StringIO.new
      Dir.chdir(root) { CLI::Init.new(out: out, err: err).call(words) }
      out.string
    end

    def said(root) = StringIO.new.tap { |err| init(root, err: err) }.string

    def settings(file, command) = [].tap { |parts| file.each(command) { |part, *| parts << part } }.uniq
  end
end
