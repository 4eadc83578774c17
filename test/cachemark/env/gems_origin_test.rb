# frozen_string_literal: true

require "test_helper"
require "open3"
require "tmpdir"

class EnvOriginTest < Minitest::Test
  Origin = Cachemark::Env::Gems::Origin

  def origin(contender) = Origin.of(contender, nil, nil)

  def lines(contender) = origin(contender).entries.map(&:to_s)

  def test_a_gem_needs_only_its_pins
    made = origin(MadeContender.gem("dalli", "2.7.11", companions: { "kgio" => "2.11.4" }))

    assert_equal({ "dalli" => "2.7.11", "kgio" => "2.11.4" }, made.pinned)
    assert_empty made.entries
  end

  def test_an_unpacked_gem_is_a_path_that_is_the_same_on_every_machine
    contender = MadeContender.gem("memcache-client", "1.6.3", alone: ["1.6.3"])

    assert_empty origin(contender).pinned
    assert_equal ['gem "memcache-client", "= 1.6.3", path: "../../unpacked/memcache-client-1.6.3"'], lines(contender)
  end

  def test_a_copy_keeps_its_carrier_out_of_the_gemfile
    contender = MadeContender.copy("memcache-client", "rails-2.2.2", gem: "activesupport", version: "2.2.2", path: "x")
    contender.gems = { "activesupport" => "2.2.2", "RubyInline" => "3.12.3" }

    assert_equal({ "RubyInline" => "3.12.3" }, origin(contender).pinned)
    assert_equal ["copy memcache-client@rails-2.2.2 in activesupport-2.2.2"], origin(contender).stamps
  end

  def test_a_reference_has_nothing
    made = origin(MadeContender.none)

    assert_equal [{}, [], [], nil], [made.pinned, made.entries, made.stamps, made.expected([])]
  end
end

class EnvOriginGitTest < Minitest::Test
  def setup
    @dir = File.realpath(Dir.mktmpdir)
    @cache = Dir.mktmpdir
    git("init", "--quiet", "--initial-branch", "main")
    File.write("#{@dir}/mine.gemspec", <<~RUBY)
      Gem::Specification.new { |s| s.name = "mine"; s.version = "1"; s.summary = s.author = "me"; s.files = ["lib/mine.rb"] }
    RUBY
    FileUtils.mkdir_p("#{@dir}/lib")
    commit("MINE = 1")
  end

  def teardown = FileUtils.rm_rf([@dir, @cache])

  def git(*words)
    output, status = Open3.capture2e("git", "-C", @dir, "-c", "user.name=me", "-c", "user.email=me@example.org", *words)
    assert status.success?, output
    output.chomp
  end

  def commit(text)
    File.write("#{@dir}/lib/mine.rb", text)
    git("add", ".")
    git("commit", "--quiet", "-m", "x")
    git("rev-parse", "HEAD")
  end

  def build(ref) = WarmCache.build([MadeContender.from("git", "mine", dir: @dir, ref: ref)], cache: @cache).values.first

  def value(environment)
    Open3.capture2e(environment.env, *environment.argv, "-rmine", "-e", "print MINE", unsetenv_others: true).first
  end

  def test_a_branch_is_what_it_points_to_now
    first = build("main")
    revision = commit("MINE = 2")
    second = build("main")

    assert_equal %w[1 2], [value(first), value(second)]
    assert second.lock.start_with?("# git mine #{revision}\n")
    assert_equal "1", value(build("main~1"))
  end

  def test_a_revision_without_a_gemspec_is_a_library_too
    FileUtils.rm("#{@dir}/mine.gemspec")
    commit("MINE = 3")
    environment = build("main")

    assert_equal "3", value(environment)
    assert_equal ["mine", nil], environment.expected.first.values_at(:gem, :version)
    assert_equal "1", value(build("main~1"))
  end

  def test_a_ref_is_never_an_option
    assert_match(/--all is not a commit of/, assert_raises(Cachemark::Usage) { build("--all") }.message)
  end

  def test_an_unknown_ref_says_so
    assert_match(/nowhere is not a commit of #{@dir}$/, assert_raises(Cachemark::Usage) { build("nowhere") }.message)
  end

  def test_a_folder_that_is_no_repository_gives_the_reason_of_git
    FileUtils.rm_rf("#{@dir}/.git")

    assert_match(/main is not a commit of .* \(fatal: not a git/, assert_raises(Cachemark::Usage) { build("main") }.message)
  end
end

class EnvOriginPathTest < Minitest::Test
  def setup
    @dir = File.realpath(Dir.mktmpdir)
    @cache = Dir.mktmpdir
  end

  def teardown = FileUtils.rm_rf([@dir, @cache])

  def write(file, text)
    path = File.join(@dir, file)
    FileUtils.mkdir_p(File.dirname(path))
    File.write(path, text)
  end

  def gemspec(*lines)
    write("mine.gemspec", <<~RUBY)
      Gem::Specification.new do |s|
        s.name = "mine"; s.version = "1.2"; s.summary = s.author = "me"; s.files = Dir["{lib,ext}/**/*"]
        #{lines.join("\n")}
      end
    RUBY
  end

  def build = WarmCache.build([MadeContender.from("path", "mine", dir: @dir)], cache: @cache).values.first

  def run_in(environment, program)
    Open3.capture2e(environment.env, *environment.argv, "-e", program, unsetenv_others: true).first.chomp
  end

  def test_uses_a_bare_lib_folder_in_place
    write("lib/mine.rb", "MINE = 1")
    environment = build

    assert_equal "#{@dir}/lib/mine.rb", run_in(environment, 'require "mine"; puts $".grep(/mine.rb/)')
    assert_equal({ gem: "mine", version: nil, dir: @dir }, environment.expected.first.slice(:gem, :version, :dir))
  end

  def test_takes_dependencies_and_version_from_a_gemspec
    write("lib/mine.rb", "require 'logger'")
    gemspec('s.add_dependency "logger", "1.7.0"')
    environment = build

    assert_equal({ "mine" => "1.2", "logger" => "1.7.0" }, environment.gems)
    assert_match(%r{/logger-1.7.0/lib/logger.rb}, run_in(environment, 'require "mine"; puts $".grep(/logger.rb/)'))
  end

  def test_changed_files_are_another_environment
    write("lib/mine.rb", "MINE = 1")
    before = build
    write("lib/mine.rb", "MINE = 2")

    refute_equal before.dir, build.dir
    refute_equal before.lock_digest, build.lock_digest
  end

  def test_builds_an_extension_without_a_trace_in_the_folder
    write("lib/mine.rb", 'require "mine_native"')
    write("ext/extconf.rb", 'require "mkmf"; create_makefile("mine_native")')
    write("ext/mine.c", "#include <ruby.h>\nvoid Init_mine_native(void) { rb_define_global_const(\"MINE\", INT2FIX(42)); }")
    gemspec('s.extensions = ["ext/extconf.rb"]')
    files = Dir["#{@dir}/**/*"]
    environment = build

    assert_equal "42", run_in(environment, 'require "mine"; puts MINE')
    assert_equal files, Dir["#{@dir}/**/*"]
    assert_equal "1.2", environment.gems["mine"]
  end

  def test_reports_a_failed_extension_with_its_log
    write("ext/extconf.rb", 'abort "no such header: mine.h"')
    gemspec('s.extensions = ["ext/extconf.rb"]')

    unavailable = build

    assert_match(/no such header: mine.h|extconf failed/, unavailable.reason)
    assert_path_exists unavailable.log
  end
end

module Cachemark
  class Env::SourceFilesTest < Minitest::Test
    GLOBS = ["lib/**/*", "lib/a*", "*.py"].freeze

    def test_names_and_contents_of_what_matters_make_the_digest
      digests = [{}, { "lib/a" => "2" }, { "lib/c" => "" }, { "lib/b/d" => "1" }, { "README" => "new" }].map do |change|
        digest({ "lib/a" => "1", "lib/b/d" => "2", "x.py" => "3" }.merge(change))
      end

      assert_equal 4, digests.uniq.size
      assert_equal digests.first, digests.last
    end

    def test_a_file_that_two_patterns_find_counts_once
      assert_equal digest({ "lib/a" => "1" }), digest({ "lib/a" => "1" }, GLOBS.reverse)
      assert_equal digest({ "lib/a" => "1" }), digest({ "lib/a" => "1" }, GLOBS.first(1))
    end

    private

    def digest(files, globs = GLOBS)
      Dir.mktmpdir do |dir|
        files.each do |path, text|
          FileUtils.mkdir_p(File.dirname(File.join(dir, path)))
          File.write(File.join(dir, path), text)
        end
        Env::SourceFiles.new(dir, globs).digest
      end
    end
  end
end
