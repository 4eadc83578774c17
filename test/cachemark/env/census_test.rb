# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Env::CensusTest < Minitest::Test
    # Answers as Env::Runtimes does, by the version in a path; what has none is no runtime.
    class Answers
      Told = Struct.new(:version)

      def at(path, _language = nil)
        Told.new(path[/\d+\.\d+\.\d+/] || (path == RbConfig.ruby ? RUBY_VERSION : raise(Usage, "no runtime")))
      end
    end

    def test_finds_those_of_the_path_of_opt_and_of_version_managers
      found = census(%w[opt/ruby-3.4.1/bin/ruby path/1.9.3/ruby home/.rbenv/versions/3.3.0/bin/ruby
                        home/.pyenv/versions/3.12.1/bin/python3])

      assert_equal [["ruby", RUBY_VERSION], %w[ruby 1.9.3], %w[ruby 3.4.1], %w[ruby 3.3.0], %w[python 3.12.1]],
                   found.map { |one| one.values_at("language", "version") }
      assert_equal "~/.rbenv/versions/3.3.0/bin/ruby", found[3]["path"]
    end

    def test_one_with_several_names_is_told_once
      found = census(["opt/python-3.11.2/bin/python3.11"]) do |root|
        %w[python python3].each { |name| File.symlink("python3.11", "#{root}/opt/python-3.11.2/bin/#{name}") }
      end

      assert_equal ["3.11.2"], found.drop(1).map { |one| one["version"] }
    end

    def test_stand_ins_and_what_does_not_answer_are_passed_over
      assert_equal 1, census(%w[path/shims/python3.11.2 usr/bin/ruby usr/bin/ruby3.9.9-doc]).size
    end

    def test_what_cannot_be_run_is_none
      assert_equal(1, census(["usr/bin/ruby3.9.9"]) { |root| File.chmod(0o644, "#{root}/usr/bin/ruby3.9.9") }.size)
    end

    def test_rubies_of_the_cache_are_among_them
      assert_equal [RUBY_VERSION, "3.3.8"], census(["cache/3.3.8/ruby-3.3"], made: ["cache/3.3.8/ruby-3.3"])
        .map { |one| one["version"] }
    end

    private

    def census(files, made: [])
      FolderTree.open(files.to_h { |path| [path, ""] }) do |root|
        files.each { |path| File.chmod(0o755, "#{root}/#{path}") }
        yield root if block_given?
        folders = ["#{root}/path/shims", "#{root}/path/1.9.3", "#{root}/gone"]
        Env::Census.new(runtimes: Answers.new, languages: Catalog.load.languages, folders: folders, home: "#{root}/home",
                        root: root, made: made.map { |path| "#{root}/#{path}" }).facts
      end
    end
  end
end
