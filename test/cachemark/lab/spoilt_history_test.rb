# frozen_string_literal: true

require "test_helper"
require "open3"
require "rbconfig"

class SpoiltHistoryTest < Minitest::Test
  Spoiling = Cachemark::Lab::Spoiling
  TARGET = Spoiling::Target.new(file: "mine.rb", owner: "Mine", name: "get")
  FILES = { "mine-1.2/lib/mine.rb" => "class Mine; def get(key) = key; end\n", "mine-1.2/lib/mine/more.rb" => "",
            "mine-1.2/mine.gemspec" => "# the gemspec\n" }.freeze
  AFTER = 7

  def test_one_commit_is_to_blame_and_every_commit_changes_something
    made do |folder|
      subjects = git(folder, "log", "--reverse", "--format=%s").lines(chomp: true)
      guilty = git(folder, "log", "--format=%s", "--", "lib").lines(chomp: true)

      assert_equal Array.new(5) { |number| "change #{number}" }, subjects
      assert_equal ["change 3", "change 0"], guilty
      assert_empty git(folder, "log", "--format=%H", "--diff-filter=A", "HEAD~4..HEAD", "--", ".")
      assert_empty git(folder, "status", "--porcelain")
    end
  end

  def test_the_client_is_one_before_it_and_the_other_from_it_on
    made do |folder|
      loops = (0..4).map { |back| git(folder, "show", "HEAD~#{back}:lib/mine.rb")[/spin = (\d+)/, 1].to_i }.reverse

      assert_equal [2, 2, 2, AFTER, AFTER], loops
    end
  end

  def test_what_is_committed_still_works
    made do |folder|
      output, status = Open3.capture2e(RbConfig.ruby, "-I", "#{folder}/lib", "-e", "require 'mine'; print Mine.new.get(:key)")

      assert_equal ["key", true], [output, status.success?]
    end
  end

  def test_needs_no_git_settings_of_the_users
    made do |folder|
      assert_equal ["selftest <selftest@localhost>"], git(folder, "log", "--format=%an <%ae>").lines(chomp: true).uniq
    end
  end

  def test_what_git_refuses_is_told
    error = assert_raises(Cachemark::Trouble) do
      made(Class.new { def self.run(*, **) = Cachemark::Host::Exit.new(code: 128) })
    end

    assert_match(%r{git init failed in .*/history: ended with exit code 128\nis git installed\?}, error.message)
  end

  private

  def made(keeper = nil)
    FolderTree.open(FILES) do |root|
      spoiling = Spoiling.new(source: "#{root}/mine-1.2", into: "#{root}/copies", target: TARGET)
      before, after = [2, AFTER].map { |loops| Spoiling::Edit.spin(loops: loops) }
      make = lambda do |one|
        Cachemark::Lab::SpoiltHistory.new(spoiling, keeper: one)
                                     .make("history", commits: 5, guilty: 3, before: before, after: after)
      end
      yield keeper ? make.call(keeper) : Cachemark::Host::Keeper.start(&make)
    end
  end

  def git(folder, *words)
    output, status = Open3.capture2e("git", "-C", folder, *words)
    raise output unless status.success?

    output
  end
end
