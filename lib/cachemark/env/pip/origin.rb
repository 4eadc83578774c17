# frozen_string_literal: true

module Cachemark
  module Env
    module Pip
      # A release from the user's pip index, with everything that it requires. Its files are downloaded once, and verified by
      # their SHA-256. Wheels are preferred, other archives are built for the runtime in place. All of this is pip's work.
      class Origin < Debs::Origin
        #: (Contender, BuildContext, ?lock: String?) -> void
        def initialize(contender, context, lock: nil)
          super(contender, context)
          @locked = lock && Package.locked(lock)
        end

        def stamps = ["pip #{wanted.join(" ")}"]

        # The files of a lock are the same everywhere.
        def registry = @locked ? nil : Pip.identity(Pip.variables(@context.variables))

        # The lines of the lock about its files, after `fetch`.
        def lines = @files.map(&:line).sort

        def fetch(runtime, folder)
          delivery = Delivery.of(runtime, folder, @context)
          said = ->(what) { yield what if block_given? }
          @files = files(delivery, said)
          delivery.install(@files, into: folder.file("site"), &said)
          [folder.file("site")]
        end

        private

        # pip resolves the release, and the client below it.
        def wanted = ["#{@contender.release.index}==#{@contender.version}", *@contender.client.below&.index]

        # Whether Debian never had it.
        def only_here? = @contender.client.releases.empty?

        def how
          client = @contender.client.name
          return "see which versions there are: cachemark list versions #{client}" unless only_here?

          "name an index that has it, with PIP_INDEX_URL or pip.conf, or name a checkout: #{client}@path:DIR"
        end

        def refuse_silence
          language = @contender.language
          runtime = language.runtimes.fetch(@contender.client.runtime || language.own_runtime)
          index = @context.index.tap { |one| one.of(@contender.release.index, runtime.version) }
          return unless index.silence

          raise Impossible.new("it comes from a pip index, and none answers (#{index.silence})", how: how)
        end

        def files(delivery, said)
          return delivery.exactly(@locked) { |names| said.call("#{names} of the pip index") } if @locked

          refuse_silence if only_here? && !@context.offline
          delivery.newest(wanted, how: how) { said.call("#{wanted.join(" ")} of the pip index") }
        end
      end
    end
  end
end
