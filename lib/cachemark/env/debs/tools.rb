# frozen_string_literal: true

require "digest"
require "fileutils"

module Cachemark
  module Env
    module Debs
      # What this machine has for it: an archive, its own packages, and commands.
      class Tools
        HOW = "name a runtime of your own that has the client, as an option of the contender"
        private_constant :HOW

        #: (Workshop, ?status: String) -> void
        def initialize(workshop, status: Base::STATUS)
          @workshop = workshop
          @status = status
        end

        # The archive that this machine's apt knows. Raises Impossible.
        #
        #: () -> Debian::Sources::Archive
        def archive = @workshop.archive || raise(Impossible.new("this machine's apt knows no archive of Debian's", how: HOW))

        # What this machine has. Raises Impossible where it is no Debian.
        #
        #: () -> Base
        def base
          @base ||= Base.new(::File.read(@status, encoding: "UTF-8").scrub).tap { |base| raise foreign unless base.architecture }
        rescue SystemCallError
          raise foreign
        end

        # What this machine's apt was told.
        #
        #: () -> String
        def told = @workshop.once([:told]) { say(%w[apt-config dump], chdir: @workshop.cache, log: log("apt-config")) }

        # Runs a command and answers what it printed. Raises Impossible, and Trouble where the disk is full.
        #
        #: (Array[String], log: String, ?env: Hash[String, String], ?chdir: String, ?complaint: String?) -> String
        def say(argv, log:, env: {}, chdir: @workshop.cache, complaint: nil)
          FileUtils.mkdir_p(::File.dirname(log))
          FileUtils.rm_f(log)
          environment = @workshop.variables.for_build.merge("LC_ALL" => "C.UTF-8").merge(env)
          status = @workshop.spawn.run(argv, env: environment, chdir: chdir, log: log)
          return ::File.read(log, encoding: "UTF-8").scrub if status.success?
          raise @workshop.full_disk if LogTail.full_disk?(log)

          raise Impossible.new("#{complaint || "#{argv.first} failed"}: #{LogTail.of(log)}", log: log)
        rescue Host::Keeper::NotStarted => error
          raise Impossible.new(error.message.lines.first.chomp, how: "install what provides #{::File.basename(argv.first)}")
        end

        # Where the output of one kind of command goes.
        #
        #: (*String) -> String
        def log(*words)
          @workshop.path("logs", "#{words.first.tr("/", "-")}-#{Digest::SHA256.hexdigest(words.join("\0"))[0, 12]}.log")
        end

        private

        def foreign
          Impossible.new("only a Debian can use Debian's packages, and this machine is none", how: HOW)
        end
      end
    end
  end
end
