# frozen_string_literal: true

require "fileutils"

module Cachemark
  module Lab
    # A git repository of a client in which one commit is to blame: every commit changes a line that
    # nobody runs, one of them the client too.
    class SpoiltHistory
      NOBODY = {
        "GIT_AUTHOR_NAME" => "selftest", "GIT_AUTHOR_EMAIL" => "selftest@localhost",
        "GIT_COMMITTER_NAME" => "selftest", "GIT_COMMITTER_EMAIL" => "selftest@localhost",
        "GIT_CONFIG_GLOBAL" => ::File::NULL, "GIT_CONFIG_SYSTEM" => ::File::NULL
      }.freeze
      private_constant :NOBODY

      #: (Spoiling, keeper: Host::Keeper) -> void
      def initialize(spoiling, keeper:)
        @spoiling = spoiling
        @keeper = keeper
      end

      # Makes it anew and answers its folder. `before` and `after` are edits of the client up to and from
      # the commit at `guilty` (1..commits - 1).
      #: (String, commits: Integer, guilty: Integer, before: Spoiling::Edit, after: Spoiling::Edit) -> String
      def make(name, commits:, guilty:, before:, after:)
        folder = @spoiling.copy(name, before)
        git(folder, "init", "--quiet", "--initial-branch=main")
        commits.times { |number| commit(folder, number, number == guilty ? after : nil) }
        folder
      end

      private

      def commit(folder, number, edit)
        FileUtils.cp_r("#{@spoiling.copy("#{::File.basename(folder)}-after", edit)}/.", folder) if edit
        ::File.write(::File.join(folder, "NEWS"), "#{number}\n", mode: "a")
        git(folder, "add", "--all")
        git(folder, "commit", "--quiet", "--message", "change #{number}")
      end

      def git(folder, *words)
        ended = @keeper.run(["git", *words], env: NOBODY.merge("HOME" => folder), clean_env: false, chdir: folder)
        raise Trouble.new("git #{words.first} failed in #{folder}: #{ended}", try: "is git installed?") unless ended.success?
      end
    end
  end
end
