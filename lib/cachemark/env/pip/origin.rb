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

        def files(delivery, said)
          return delivery.exactly(@locked) { |names| said.call("#{names} of the pip index") } if @locked

          how = "see which versions there are: cachemark list versions #{@contender.client.name}"
          delivery.newest(wanted, how: how) { said.call("#{wanted.join(" ")} of the pip index") }
        end
      end
    end
  end
end
