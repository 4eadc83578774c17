# frozen_string_literal: true

require "fileutils"

module Cachemark
  module Env
    class Origin
      # A revision of a repository on this machine, checked out and built by Bundler. The ref is
      # resolved each time, so a branch that moved is another environment. Raises Usage for
      # a ref that the repository does not have.
      class Git < Origin
        def pinned = companions

        def entries = [Gemfile::Entry.new(name: name, options: { git: repository, ref: revision })]

        def stamps = ["git #{name} #{revision}"]

        def checked_out? = true

        private

        def repository = @contender.source.dir

        def commit = "#{@contender.source.ref}^{commit}"

        def revision = @revision ||= resolve

        def resolve
          log = @workshop.path("locks", "rev-parse-#{::Process.pid}-#{object_id}")
          FileUtils.mkdir_p(::File.dirname(log))
          argv = ["git", "-C", repository, "rev-parse", "--verify", "--quiet", "--end-of-options", commit]
          status = @workshop.spawn.run(argv, env: @workshop.variables.for_build, chdir: repository, log: log)
          answer = ::File.read(log)[/^\h{40,64}$/]
          return answer if status.success? && answer

          raise Usage.new("#{@contender.notation}: #{@contender.source.ref} is no commit of #{repository}",
                          try: "name a commit, tag or branch of that repository, or another one with repo=DIR")
        rescue Errno::ENOENT => error
          raise Impossible.new("git cannot run in #{repository}: #{error.message}", how: "install git")
        ensure
          FileUtils.rm_f(log)
        end
      end
    end
  end
end
