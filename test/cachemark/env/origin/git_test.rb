# frozen_string_literal: true

require "test_helper"
require "open3"
require "tmpdir"

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
    assert_match(/--all is no commit of/, assert_raises(Cachemark::Usage) { build("--all") }.message)
  end

  def test_an_unknown_ref_says_so
    assert_match(/nowhere is no commit of #{@dir}/, assert_raises(Cachemark::Usage) { build("nowhere") }.message)
  end
end
