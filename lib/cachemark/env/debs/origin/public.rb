# frozen_string_literal: true

require "fileutils"

module Cachemark
  module Env
    module Debs
      class Origin
        # A library that no registry has: its public source is cloned where the network allows.
        class Public < Git
          def stamps = ["public #{name} #{revision}"]

          private

          def revision = @contender.release.commit

          def repository = @workshop.path("clones", @contender.client.id.tr("/", "-"))

          def export
            @workshop.once([:clone, repository]) { clone } unless ::File.directory?(repository)
            super
          end

          # A password that nobody can type is not asked for.
          def clone
            raise absent_clone("it is not in the cache") if @workshop.offline

            part = "#{repository}.part"
            FileUtils.rm_rf(part)
            FileUtils.mkdir_p(::File.dirname(repository))
            tools.say(["git", "clone", "--quiet", "--bare", @contender.release.address, part],
                      env: { "GIT_TERMINAL_PROMPT" => "0" }, log: log)
            ::File.rename(part, repository)
          rescue Impossible => error
            raise absent_clone(error.reason, error.log)
          ensure
            FileUtils.rm_rf(part) if part
          end

          def absent_clone(why, log = nil)
            Impossible.new("its source cannot be had from #{@contender.release.address} (#{why})", log: log,
                           how: "clone it where you can, and run #{@contender.client.name}@path:DIR")
          end
        end
      end
    end
  end
end
