# frozen_string_literal: true

module Cachemark
  module Env
    # The commit of a contender that is a revision of a repository on this machine.
    module Revision
      # The full id of its commit now: a branch may have moved. Raises Usage for a ref that the repository does not have.
      #: (Contender) -> String ! Usage
      def self.of(contender)
        source = contender.source
        repository = Places::Repository.new(source.dir)
        repository.revision(source.ref) || raise(Usage.new(
          ["#{contender.notation}: #{source.ref} is no commit of #{source.dir}", *repository.complaint].join(": "),
          try: "name a commit, tag or branch of that repository, or another one with repo=DIR"
        ))
      end
    end
  end
end
