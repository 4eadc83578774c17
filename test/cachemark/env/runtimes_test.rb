# frozen_string_literal: true

require "test_helper"
require "delegate"
require "open3"
require "tmpdir"

class EnvRuntimesTest < Minitest::Test
  # Counts what it runs.
  class Counting < SimpleDelegator
    def runs = @runs.to_i

    def run(...) = super.tap { @runs = runs + 1 }
  end

  def with_runtimes
    Dir.mktmpdir do |dir|
      spawn = Counting.new(SharedKeeper.current)
      yield dir, spawn, Cachemark::Env::Runtimes.new(cache: dir, spawn: spawn)
    end
  end

  def test_asks_no_one_about_its_own_ruby_and_another_once
    with_runtimes do |dir, spawn, runtimes|
      assert_equal [Cachemark::Env::Runtimes::Runtime.current, 0], [runtimes.at, spawn.runs]
      ruby = File.join(dir, "myruby")
      File.write(ruby, "#!/bin/sh\nexec #{RbConfig.ruby} \"$@\"\n", perm: 0o755)

      assert_equal RUBY_VERSION, runtimes.at(ruby).version
      assert_equal ruby, Cachemark::Env::Runtimes.new(cache: dir, spawn: spawn).at(ruby).path
      assert_equal 1, spawn.runs
    end
  end

  def test_asks_a_runtime_of_another_language_once_by_its_probe
    Dir.mktmpdir do |root|
      archive = MadeArchive.new(root)
      File.write("#{root}/made", MadeArchive::MADE)
      File.chmod(0o755, "#{root}/made")
      with_runtimes do |_, spawn, runtimes|
        assert_empty runtimes.at("#{root}/made", archive.language).jits
        assert_equal ["1.0", "made 1.0"], runtimes.at("#{root}/made", archive.language).to_h.values
        assert_equal 1, spawn.runs
        { "/bin/false" => "did not run", "/bin/echo" => "did not answer as a Made does",
          "/nowhere/x" => "No such file" }.each do |path, why|
          error = assert_raises(Cachemark::Usage) { runtimes.at(path, archive.language) }
          assert_match(/\Amade=#{path} is not a Made that runs here: .*#{why}/, error.message)
        end
      end
    end
  end

  # The folder for temporary files may not be writable; the cache is.
  def test_an_answer_is_kept_in_the_cache_until_it_was_read
    Dir.mktmpdir do |root|
      language = MadeArchive.new(root).language
      spawn = Object.new
      spawn.define_singleton_method(:run) { |*, log:, **| raise Cachemark::Host::Keeper::NotStarted, "no room for #{log}" }
      error = assert_raises(Cachemark::Usage) { Cachemark::Env::Runtimes.new(cache: root, spawn: spawn).at("/bin/made", language) }

      assert_match(%r{ runs here: no room for #{root}/runtimes/answer}, error.message, "any wording is the reason")
      assert_empty Dir.children("#{root}/runtimes")
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
      OWN = Env::Runtimes::Runtime.current.path

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

    def test_skips_shims_and_what_does_not_answer_or_cannot_be_run
      assert_equal 1, machine_runtimes(%w[path/shims/python3.11.2 usr/bin/ruby usr/bin/ruby3.9.9-doc]).size
      assert_equal(1, machine_runtimes(["usr/bin/ruby3.9.9"]) { |root| File.chmod(0o644, "#{root}/usr/bin/ruby3.9.9") }.size)
    end

    def test_says_who_installed_each
      places = { "home/.rbenv/versions/3.3.0/bin/ruby" => "rbenv", "home/.asdf/installs/ruby/3.3.1/bin/ruby" => "asdf",
                 "home/.local/share/mise/installs/ruby/3.3.2/bin/ruby" => "mise", "tools/Ruby/3.3.3/x64/bin/ruby" => "setup-ruby",
                 "opt/rubies/3.3.4/bin/ruby" => "chruby or ruby-install",
                 "home/.rubies/3.3.5/bin/ruby" => "chruby or ruby-install",
                 "home/.rvm/rubies/ruby-3.3.6/bin/ruby" => "RVM", "path/1.9.3/ruby" => "PATH", "usr/bin/ruby1.9.2" => "system",
                 "home/.pyenv/versions/3.12.1/bin/python3" => "pyenv", "cache/3.3.8/ruby-3.3" => "cachemark env runtime",
                 "home/.local/share/uv/python/cpython-3.13.1-linux/bin/python3.13" => "uv" }
      found = on_machine(places.keys, made: ["cache/3.3.8/ruby-3.3"]) { |machine, root| [machine.found, root] }
      here = found.first.reject { |one| one.path == Answers::OWN }

      assert_equal(places, here.to_h { |one| [one.path.delete_prefix("#{found.last}/"), one.origin] })
    end

    def test_a_variable_says_where_a_version_manager_keeps_them
      found = on_machine(["else/versions/3.3.0/bin/ruby"], env: "RBENV_ROOT") { |machine, _| machine.found.last }

      assert_equal "rbenv", found.origin
    end

    def test_a_user_without_a_home_has_no_version_managers
      machine = Env::Runtimes::OnMachine.new(runtimes: Answers.new, languages: Catalog.load.languages, folders: [], home: nil,
                                             root: "/no/such/root")

      assert_equal([RbConfig.ruby], machine.facts.map { |one| one["path"] })
    end

    private

    def machine_runtimes(files, made: [], &change) = on_machine(files, made: made, change: change) { |machine, _| machine.facts }

    # `env` is the variable that names the folder "else".
    def on_machine(files, made: [], change: nil, env: "NONE")
      FolderTree.open(files.to_h { |path| [path, ""] }) do |root|
        files.each { |path| File.chmod(0o755, "#{root}/#{path}") }
        change&.call(root)
        folders = ["#{root}/path/shims", "#{root}/path/1.9.3", "#{root}/gone"]
        env = { env => "#{root}/else", "RUNNER_TOOL_CACHE" => "#{root}/tools" }
        machine = Env::Runtimes::OnMachine.new(runtimes: Answers.new, languages: Catalog.load.languages, folders: folders,
                                               env: env, home: "#{root}/home", root: root,
                                               made: { "ruby" => made.map { |path| "#{root}/#{path}" } })
        yield machine, root
      end
    end
  end

  class Env::Runtimes::ChoiceTest < Minitest::Test
    RUBY = Vocabulary::Language.all.fetch("ruby")
    PYTHON = Vocabulary::Language.all.fetch("python")
    Answer = Struct.new(:description, :version, :jits)
    RUBIES = { "/a/ruby" => ["ruby 3.3.8 (2025-04-09 revision b2) [x86_64-linux]", []],
               "/b/ruby" => ["ruby 3.3.10 (2025-10-01) [x86_64-linux]", []], "/c/ruby" => ["ruby 3.1.2p20 (2022-04-12)", []],
               "/d/ruby" => ["ruby 3.3.10 (2025-10-01) [x86_64-linux]", ["yjit"]],
               "/e/ruby" => ["ruby 3.3.9 (2025-07-01)", ["yjit"]],
               "/f/jruby" => ["jruby 10.0.2.0 (3.4.2) 2025-08-07", []],
               "/cache/ruby-3.3-yjit" => ["ruby 3.3.8 (2025-04-09 revision b2) [x86_64-linux]", ["yjit"]] }.freeze

    def choice(runtimes, language = RUBY)
      found = runtimes.map do |path, (description, jits)|
        Env::Runtimes::OnMachine::Found.new(language: language, path: path, origin: "made",
                                            runtime: Answer.new(description, description[/\d[\w.]*/], jits))
      end
      Env::Runtimes::Choice.new(found, language)
    end

    def test_takes_the_newest_that_a_version_means
      { "3.3" => "/d/ruby", "3.3.8" => "/cache/ruby-3.3-yjit", "3" => "/d/ruby", "3.1.2" => "/c/ruby", "3.1" => "/c/ruby",
        "jruby-10" => "/f/jruby", "ruby-3.3.9" => "/e/ruby", "ruby-3.3-yjit" => "/cache/ruby-3.3-yjit" }.each do |word, path|
        assert_equal path, choice(RUBIES).path(word), word
      end
    end

    def test_the_newest_is_no_pre_release_and_of_the_usual_engine
      preview = RUBIES.merge("/g/ruby" => ["ruby 3.5.0preview1 (2025-04-18)", ["yjit"]])

      assert_equal "/d/ruby", choice(preview).path("newest")
      assert_equal "/c/ruby", choice(RUBIES.slice("/c/ruby", "/f/jruby")).path("newest")
    end

    def test_takes_one_with_the_compiler_that_is_asked_for
      rubies = RUBIES.except("/d/ruby")

      assert_equal ["/b/ruby", "/e/ruby"], [nil, "yjit"].map { |jit| choice(rubies).path("3.3", jit: jit) }
    end

    def test_with_and_without_the_compiler_it_is_the_same_runtime
      rubies = RUBIES.merge("/g/ruby" => ["ruby 3.4.11 (2026-09-23) +PRISM [x86_64-linux-gnu]", []])

      assert_equal ["/g/ruby", "/d/ruby", "/d/ruby"], [nil, "yjit", "off"].map { |jit| choice(rubies).path("newest", jit: jit) }
      assert_equal "/g/ruby", choice(rubies).path("3.4", jit: "off")
    end

    def test_a_version_of_another_engine_does_not_match
      python = choice({ "/p/python" => ["CPython 3.13.0 (main)", []], "/q/python" => ["PyPy 3.13.9 (x)", []] }, PYTHON)

      assert_equal "/p/python", python.path("3.13")
      assert_equal "/q/python", python.path("pypy-3.13")
    end

    def test_a_version_that_is_absent_is_refused_with_what_is_here
      error = assert_raises(Usage) { choice(RUBIES).path("3.4") }

      assert_match(%r{\Aruby=3.4: this machine has no such Ruby; it has ruby 3.3.8 \(/a/ruby\), .*jruby 10.0.2.0 \(/f/jruby\)},
                   error.message)
      assert_equal "cachemark env runtime ruby-3.4, or pass the path of another one", error.try
      assert_match(/\Abuild another one: cachemark env runtime, or/, assert_raises(Usage) { choice(RUBIES).path("3.9") }.try)
      assert_match(/\Auv python install 3\.99, or/, assert_raises(Usage) { choice([], PYTHON).path("3.99") }.try)
      assert_raises(Usage) { choice(RUBIES).path("3.30") }
    end

    def test_names_the_command_that_gets_a_runtime_of_another_language
      { "18" => "node-18", "newest" => "node", "16" => "node" }.each do |word, name|
        error = assert_raises(Usage) { choice([], Vocabulary::Language.all.fetch("node")).path(word) }
        assert_equal "cachemark env runtime #{name}, or pass the path of another one", error.try
      end
    end

    def test_knows_a_version_from_a_path
      %w[3 3.4 3.4.1 jruby-10 ruby-3.3-yjit 3.5.0preview1].each { |word| assert Env::Runtimes::Choice.word?(word), word }
      %w[sh python3 ./3.4 /usr/bin/ruby ruby3.3].each { |word| refute Env::Runtimes::Choice.word?(word), word }
    end
  end
end
