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

        # Where Bundler looks for a gemspec.
        GEMSPEC = %r{^(?:[^/\n]+/){0,2}[^/\n]+\.gemspec$}
        private_constant :GEMSPEC

        # Bundler makes up a gemspec for a revision without one if it is told a version.
        def entries
          version = "0" unless gemspec?
          [Gemfile::Entry.new(name: name, version: version, options: { git: repository, ref: revision })]
        end

        def stamps = ["git #{name} #{revision}"]

        def checked_out? = true

        def expected(found)
          gem = super or return
          gemspec? ? gem : gem.merge(version: nil)
        end

        private

        def repository = @contender.source.dir

        def commit = "#{@contender.source.ref}^{commit}"

        def revision = @revision ||= resolve

        def resolve
          git("rev-parse", "--verify", "--quiet", "--end-of-options", commit)&.slice(/^\h{40,64}$/) ||
            raise(Usage.new("#{@contender.notation}: #{@contender.source.ref} is no commit of #{repository}",
                            try: "name a commit, tag or branch of that repository, or another one with repo=DIR"))
        end

        def gemspec?
          return @gemspec if defined?(@gemspec)

          @gemspec = git("ls-tree", "-r", "--name-only", revision).to_s.match?(GEMSPEC)
        end

        # What git says, nil where it fails.
        def git(*words)
          log = @workshop.path("locks", "git-#{::Process.pid}-#{object_id}")
          FileUtils.mkdir_p(::File.dirname(log))
          argv = ["git", "-C", repository, *words]
          status = @workshop.spawn.run(argv, env: @workshop.variables.for_build, chdir: repository, log: log)
          ::File.read(log) if status.success?
        rescue Errno::ENOENT => error
          raise Impossible.new("git cannot run in #{repository}: #{error.message}", how: "install git")
        ensure
          FileUtils.rm_f(log)
        end
      end
    end
  end
end
