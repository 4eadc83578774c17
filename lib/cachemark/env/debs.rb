# frozen_string_literal: true

module Cachemark
  module Env
    # Environments of languages whose runtimes and libraries are Debian's packages. Neither root's rights nor
    # a change to the system: a private apt resolves, fetches and verifies; its archives are only unpacked.
    # No script of a package ever runs, and no service starts.
    #
    #   cache/apt/SUITE-ID/            a private apt of one suite: configuration, lists, what counts as installed
    #   cache/debs/NAME_VERSION_ARCH/  each package's files, once; NAME_VERSION_ARCH.sha256 of its archive
    #   cache/roots/DIGEST/            a runtime's packages as one tree of hard links, its libraries compiled
    #   cache/store/LANGUAGE-RUNTIME/  checkouts that were exported or built for it
    #   cache/envs/DIGEST/             root/ (the same with the client's packages), env.json, build.log
    #
    # Only libc and the compiler's libraries are the machine's own, so that a package may ask for no
    # newer libc than that: suites up to the machine's run on it, later ones may not.
    module Debs
      # A package in one version. `suite` is the Debian that it comes from.
      Deb = Value.define(:name, :version, :architecture, :suite, sha256: nil) do
        # Names its files in the cache.
        #: () -> String
        def full_name = "#{name}_#{version.sub(":", "%3a")}_#{architecture}"

        # The version that its makers gave it, without Debian's additions: "1.6.3" of "1:1.6.3+dfsg1-2+b1".
        #: () -> String
        def upstream = version.sub(/\A\d+:/, "").sub(/-[^-]*\z/, "").sub(/[+~].*\z/, "")

        # Whether it serves any version of its language.
        #: () -> bool
        def for_all? = architecture == "all"

        # A line of a lock.
        def to_s = "#{name} #{version} #{architecture} #{suite} sha256:#{sha256}"
      end

      # The packages of a lock's text, whose other lines are stamps.
      #
      #: (String) -> Array[Deb]
      def self.locked(text)
        text.lines(chomp: true).reject { |line| line.start_with?("#") }.filter_map do |line|
          parts = line.split
          next unless parts.size == 5

          Deb.new(**%i[name version architecture suite].zip(parts).to_h, sha256: parts.last.delete_prefix("sha256:"))
        end
      end
    end
  end
end
