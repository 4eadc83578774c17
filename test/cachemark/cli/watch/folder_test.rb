# frozen_string_literal: true

require "test_helper"

module Cachemark
  class CLI::Watch::FolderTest < Minitest::Test
    GLOBS = ["lib/**/*", "*.gemspec"].freeze
    FILES = { "lib/a.rb" => "1", "lib/deep/b.rb" => "2", "a.gemspec" => "g", "README.md" => "r", ".git/config" => "c" }.freeze

    def test_its_state_changes_with_what_makes_a_difference
      watched do |folder, root|
        before = folder.state
        File.write("#{root}/README.md", "other")
        assert_equal before, folder.state

        File.write("#{root}/lib/deep/b.rb", "longer")
        assert_equal ["lib/deep/b.rb"], (folder.state - before).map(&:first)
        File.delete("#{root}/lib/a.rb")
        refute_includes folder.state.map(&:first), "lib/a.rb"
      end
    end

    def test_its_digest_is_of_contents
      watched do |folder, root|
        before = folder.digest
        File.utime(0, 0, "#{root}/lib/a.rb")
        assert_equal before, folder.digest

        File.write("#{root}/lib/a.rb", "3")
        refute_equal before, folder.digest
      end
    end

    def test_what_is_gone_while_it_is_read_has_no_digest
      watched do |folder, root|
        File.symlink("#{root}/nowhere", "#{root}/lib/dangling")
        assert folder.digest
        skip "no file here that is one and cannot be read" unless File.file?("/proc/self/mem")

        File.symlink("/proc/self/mem", "#{root}/lib/unreadable")
        assert_nil folder.digest
      end
    end

    def test_a_copy_has_everything_and_knows_the_repository
      watched do |folder, root|
        folder.copy("#{root}-copy")

        assert_equal [".git", "README.md", "a.gemspec", "lib"], Dir.children("#{root}-copy").sort
        assert_equal "2", File.read("#{root}-copy/lib/deep/b.rb")
        assert_equal "#{root}/.git", File.readlink("#{root}-copy/.git")
      ensure
        FileUtils.rm_rf("#{root}-copy")
      end
    end

    def test_a_link_that_leads_nowhere_is_copied_as_one
      watched do |folder, root|
        File.symlink("me@host.1234", "#{root}/.#a.rb")
        folder.copy("#{root}-copy")

        assert_equal "me@host.1234", File.readlink("#{root}-copy/.#a.rb")
      ensure
        FileUtils.rm_rf("#{root}-copy")
      end
    end

    def test_a_copy_that_cannot_be_made_is_told
      watched do |folder, root|
        error = assert_raises(Trouble) { folder.copy("#{root}/a.gemspec/copy") }

        assert_match(/cannot be copied to be the baseline: .*\nmake room/, error.message)
      end
    end

    private

    def watched = FolderTree.open(FILES) { |root| yield CLI::Watch::Folder.new(root, GLOBS), root }
  end
end
