# frozen_string_literal: true

require "test_helper"

module Cachemark
  class PlacesTest < Minitest::Test
    include FixtureTree

    CHECKOUT = Cachemark::Catalog.load.language("ruby").checkout

    def test_recognises_libraries_and_versions_and_files
      Dir.mktmpdir do |root|
        plant(root, "a/lib/a.rb" => "VERSION = '1.2.3'", "b/b.gemspec" => "spec.version = \"2.0\"", "c/note" => "")
        places = Cachemark::Places.new(root)
        assert_equal [true, true, false, false], %w[a b c d].map { |name| places.library?(name, CHECKOUT) }
        assert_equal ["1.2.3", "2.0", nil], %w[a b c].map { |name| places.version_in(name, CHECKOUT) }
        assert_equal [true, false, false], [places.exist?("c/note"), places.executable?("c/note"), places.folder?("c/note")]
        assert_equal "#{root}/a", places.absolute("a")
      end
    end

    def test_a_folder_may_have_characters_of_patterns
      Dir.mktmpdir do |root|
        plant(root, "x [old]/x.gemspec" => "s.name = 'mine'\ns.version = '2.0'")
        places = Cachemark::Places.new("#{root}/x [old]")
        assert_equal [["mine"], ["mine"]], [places.gems_in("."), places.gemspecs_below(".")]
        assert_equal "2.0", places.version_in(".", CHECKOUT)
      end
    end

    def test_sees_a_library_of_another_language
      python = Cachemark::Catalog.load.language("python").checkout
      Dir.mktmpdir do |root|
        plant(root, "a/setup.py" => "setup(name='a', version='1.6.3')", "b/b/__init__.py" => "__version__ = \"2.0\"",
                    "c/lib/c.rb" => "")
        places = Cachemark::Places.new(root)
        assert_equal [true, true, false], %w[a b c].map { |name| places.library?(name, python) }
        assert_equal [true, false], %w[b c].map { |name| places.holds?("b", name, python) }
        assert_equal [true, false], %w[c b].map { |name| places.holds?("c", name, CHECKOUT) }
        assert_equal ["1.6.3", "2.0"], %w[a b].map { |name| places.version_in(name, python) }
      end
    end

    def test_a_library_may_be_named_in_a_file
      node = Cachemark::Catalog.load.language("node").checkout
      Dir.mktmpdir do |root|
        plant(root, "a/package.json" => %({\n  "name": "memjs",\n  "version": "1.3.2"\n}),
                    "b/package.json" => '{"name": "other"}')
        places = Cachemark::Places.new(root)
        assert_equal [true, false, false], [%w[a memjs], %w[a memcached], %w[b memjs]].map { |pair| places.holds?(*pair, node) }
        assert_equal "1.3.2", places.version_in("a", node)
      end
    end

    def test_names_gems_and_ways
      Dir.mktmpdir do |root|
        plant(root, "a/lib/a.rb" => "", "b/x.gemspec" => "s.name = 'mine'", "b/lib/y.rb" => "", "c/note" => "")
        places = Cachemark::Places.new("#{root}/a")
        assert_equal [["a"], ["mine"], [], []], %w[. ../b ../c ../d].map { |path| places.gems_in(path) }
        assert_equal [".", "../b"], [places.relative("."), places.relative("#{root}/b")]
        assert_equal "#{root}/b", places.repository("../b").dir
      end
    end
  end

  class Places::RepositoryTest < Minitest::Test
    def with_repository
      ARepository.open("mine") { |made| yield made, Cachemark::Places::Repository.new(made.dir) }
    end

    def test_knows_its_folder_and_its_commits
      with_repository do |made, repository|
        first = made.git("rev-parse", "HEAD")
        made.git("checkout", "--quiet", "-b", "side")
        side = made.commit

        assert_equal [made.dir, first, side], [repository.toplevel, repository.revision("main"), repository.revision("HEAD")]
        assert_equal first, repository.merge_base(side, first)
        assert_equal made.dir, Cachemark::Places::Repository.new("#{made.dir}/lib").toplevel
      end
    end

    def test_an_absent_revision_is_nil_and_git_says_why
      with_repository do |_, repository|
        assert_nil repository.revision("nowhere")
        assert_nil repository.revision("--all")
      end
      Dir.mktmpdir do |folder|
        repository = Cachemark::Places::Repository.new(folder)
        assert_nil repository.toplevel
        assert_match(/not a git repository/, repository.complaint)
      end
      assert_nil Cachemark::Places::Repository.new("/nowhere/at/all").toplevel
    end

    def test_lists_the_files_of_a_commit_by_their_exact_names
      with_repository do |made, repository|
        made.write("doc/\u2713.md", "")
        made.commit

        assert_equal ["lib/mine.rb", "mine.gemspec"], repository.files("HEAD~1").sort
        assert_includes repository.files("HEAD"), "doc/\u2713.md".b
        assert_empty repository.files("nowhere")
      end
    end

    def test_sees_edited_and_new_files_below_the_paths_that_matter
      with_repository do |made, repository|
        same = -> { repository.same?("HEAD", %w[lib *.gemspec]) }
        made.write("notes.txt", "not code")
        assert same.call
        made.write("lib/new.rb", "")
        refute same.call
        made.commit
        made.write("lib/mine.rb", "edited")
        refute same.call
        refute repository.same?("nowhere", ["lib"])
      end
    end

    def test_the_variables_of_a_hook_do_not_lead_it_elsewhere
      with_repository do |made, repository|
        ENV["GIT_DIR"] = "/nowhere"
        assert_equal made.dir, repository.toplevel
      ensure
        ENV.delete("GIT_DIR")
      end
    end

    # An fsmonitor hook is a program of the user that git starts.
    def test_git_does_not_get_the_password_of_a_server
      with_repository do |made, repository|
        made.write("hook", "#!/bin/sh\nenv > #{made.dir}/seen\n")
        File.chmod(0o755, "#{made.dir}/hook")
        made.git("config", "core.fsmonitor", "#{made.dir}/hook")
        ENV["CACHEMARK_PASSWORD"] = "secret"
        repository.same?("HEAD", ["lib"])

        refute_includes File.read("#{made.dir}/seen"), "secret"
      ensure
        ENV.delete("CACHEMARK_PASSWORD")
      end
    end

    def test_lists_commits_from_one_to_another
      with_repository do |made, repository|
        first = made.git("rev-parse", "HEAD")
        second = made.commit("second \u2713")
        assert_equal [[first, "change"], [second, "second \u2713"]],
                     repository.commits(first, second).map { |commit| [commit.id, commit.subject] }
        assert second.start_with?(repository.commits(first, second).last.short)
      end
    end

    def test_reads_files_and_the_version_as_they_were
      with_repository do |made, repository|
        made.write("lib/mine/version.rb", "VERSION = \"4.0.1\" # \xFF\n")
        made.commit
        made.write("lib/mine/version.rb", "VERSION = '5'\n")
        checkout = Cachemark::Catalog.load.language("ruby").checkout

        assert_equal ["# mine\n", nil, nil],
                     [%w[HEAD lib/mine.rb], %w[HEAD lib/none.rb], %w[nowhere lib/mine.rb]].map { |words| repository.show(*words) }
        assert_equal ["3.2.8", "4.0.1", nil], %w[HEAD~1 HEAD nowhere].map { |ref| repository.version_at(ref, checkout) }
      end
    end
  end
end
