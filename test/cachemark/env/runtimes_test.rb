# frozen_string_literal: true

require "test_helper"
require "open3"
require "tmpdir"

class EnvRuntimesTest < Minitest::Test
  # Counts what it runs.
  class Counting
    attr_reader :runs

    def initialize(keeper)
      @keeper = keeper
      @runs = 0
    end

    def run(...)
      @runs += 1
      @keeper.run(...)
    end
  end

  def with_runtimes
    Dir.mktmpdir do |dir|
      Cachemark::Host::Keeper.start do |keeper|
        spawn = Counting.new(keeper)
        yield dir, spawn, Cachemark::Env::Runtimes.new(cache: dir, spawn: spawn)
      end
    end
  end

  def test_asks_no_one_about_its_own_ruby
    with_runtimes do |_, spawn, runtimes|
      assert_equal Cachemark::Env::Runtimes::Runtime.current, runtimes.at
      assert_equal 0, spawn.runs
    end
  end

  def test_asks_another_ruby_once_and_again_when_it_changed
    with_runtimes do |dir, spawn, runtimes|
      ruby = File.join(dir, "myruby")
      File.write(ruby, "#!/bin/sh\nexec #{RbConfig.ruby} \"$@\"\n")
      File.chmod(0o755, ruby)

      assert_equal RUBY_VERSION, runtimes.at(ruby).version
      assert_equal ruby, Cachemark::Env::Runtimes.new(cache: dir, spawn: spawn).at(ruby).path
      assert_equal 1, spawn.runs
    end
  end

  def test_asks_a_runtime_of_another_language_by_its_probe
    Dir.mktmpdir do |root|
      archive = MadeArchive.new(root)
      File.write("#{root}/made", MadeArchive::MADE)
      File.chmod(0o755, "#{root}/made")
      with_runtimes do |_, _, runtimes|
        assert_equal ["1.0", "made 1.0"], runtimes.at("#{root}/made", archive.language).to_h.values
        { "/bin/false" => "did not run", "/bin/echo" => "did not answer as a Made does",
          "/nowhere/x" => "No such file" }.each do |path, why|
          error = assert_raises(Cachemark::Usage) { runtimes.at(path, archive.language) }
          assert_match(/\Amade=#{path} is not a Made that runs here: .*#{why}/, error.message)
        end
      end
    end
  end

  def test_refuses_what_is_no_ruby
    with_runtimes do |_, _, runtimes|
      ["/bin/echo", "/bin/false", "/nowhere/ruby"].each do |path|
        error = assert_raises(Cachemark::Usage) { runtimes.at(path) }
        assert_includes error.message, path
      end
    end
  end
end

class EnvRuntimeTest < Minitest::Test
  Runtime = Cachemark::Env::Runtimes::Runtime

  def test_this_process_and_a_probe_report_the_same_facts
    output, = Open3.capture2({ "RUBYOPT" => nil }, *Runtime.probe_argv(RbConfig.ruby))

    assert_equal Runtime.current, Runtime.parse(RbConfig.ruby, output)
  end

  def test_says_whether_it_meets_a_requirement
    runtime = Runtime.current.with(version: "3.1.2")

    assert runtime.meets?(nil)
    assert runtime.meets?(">= 2.5, < 4")
    refute runtime.meets?(">= 3.3")
  end

  def test_builds_of_one_version_in_two_places_have_two_stores
    refute_equal Runtime.current.key, Runtime.current.with(build: "elsewhere").key
  end

  def test_takes_nothing_else_for_a_ruby
    assert_nil Runtime.parse("/bin/echo", "hello\n")
  end
end

module Cachemark
  class Env::Runtimes::OnMachineTest < Minitest::Test
    # Answers as Env::Runtimes does, by the version in a path; what has none is not a runtime.
    class Answers
      Told = Struct.new(:version)

      def at(path, _language = nil)
        Told.new(path[/\d+\.\d+\.\d+/] || (path == RbConfig.ruby ? RUBY_VERSION : raise(Usage, "no runtime")))
      end
    end

    def test_finds_those_of_the_path_of_opt_and_of_version_managers
      found = machine_runtimes(%w[opt/ruby-3.4.1/bin/ruby path/1.9.3/ruby home/.rbenv/versions/3.3.0/bin/ruby
                        home/.pyenv/versions/3.12.1/bin/python3])

      assert_equal [["ruby", RUBY_VERSION], %w[ruby 1.9.3], %w[ruby 3.4.1], %w[ruby 3.3.0], %w[python 3.12.1]],
                   found.map { |one| one.values_at("language", "version") }
      assert_equal "~/.rbenv/versions/3.3.0/bin/ruby", found[3]["path"]
    end

    def test_lists_a_runtime_with_several_names_once
      found = machine_runtimes(["opt/python-3.11.2/bin/python3.11"]) do |root|
        %w[python python3].each { |name| File.symlink("python3.11", "#{root}/opt/python-3.11.2/bin/#{name}") }
      end

      assert_equal ["3.11.2"], found.drop(1).map { |one| one["version"] }
    end

    def test_skips_shims_and_programs_that_do_not_answer
      assert_equal 1, machine_runtimes(%w[path/shims/python3.11.2 usr/bin/ruby usr/bin/ruby3.9.9-doc]).size
    end

    def test_skips_files_that_cannot_be_run
      assert_equal(1, machine_runtimes(["usr/bin/ruby3.9.9"]) { |root| File.chmod(0o644, "#{root}/usr/bin/ruby3.9.9") }.size)
    end

    def test_rubies_of_the_cache_are_among_them
      assert_equal [RUBY_VERSION, "3.3.8"], machine_runtimes(["cache/3.3.8/ruby-3.3"], made: ["cache/3.3.8/ruby-3.3"])
        .map { |one| one["version"] }
    end

    private

    def machine_runtimes(files, made: [])
      FolderTree.open(files.to_h { |path| [path, ""] }) do |root|
        files.each { |path| File.chmod(0o755, "#{root}/#{path}") }
        yield root if block_given?
        folders = ["#{root}/path/shims", "#{root}/path/1.9.3", "#{root}/gone"]
        Env::Runtimes::OnMachine.new(runtimes: Answers.new, languages: Catalog.load.languages, folders: folders,
                                     home: "#{root}/home", root: root, made: made.map { |path| "#{root}/#{path}" }).facts
      end
    end
  end
end
