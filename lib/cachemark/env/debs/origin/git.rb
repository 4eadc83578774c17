# frozen_string_literal: true

require "fileutils"

module Cachemark
  module Env
    module Debs
      class Origin
        # A revision of a repository on this machine, exported into the cache. The ref is
        # resolved each time, so a branch that moved is another environment. Raises Usage for a ref that
        # the repository does not have.
        class Git < Path
          def stamps = ["git #{name} #{revision}"]

          def prepare(ground)
            @dir = ::File.join(ground.store, "built", "#{name}-#{revision[0, 16]}")
            Latch.hold(latch(@dir)) { export unless ::File.directory?(@dir) }
          end

          private

          attr_reader :dir

          def repository = @contender.source.dir

          def revision = @revision ||= Repository.new(repository).revision(@contender.source.ref) || raise(stranger)

          def stranger
            Usage.new("#{@contender.notation}: #{@contender.source.ref} is no commit of #{repository}",
                      try: "name a commit, tag or branch of that repository, or another one with repo=DIR")
          end

          def export
            part = "#{dir}.part"
            FileUtils.rm_rf(part)
            FileUtils.mkdir_p(part)
            archive = "#{part}.tar"
            tools.say(["git", "-C", repository, "archive", "--format=tar", "--output=#{archive}", revision], log: log)
            tools.say(["tar", "-xf", archive, "-C", part], log: log)
            ::File.rename(part, dir)
          ensure
            FileUtils.rm_rf([part, archive].compact)
          end

          def log = tools.log("git", repository, revision)
        end
      end
    end
  end
end
