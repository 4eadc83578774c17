# frozen_string_literal: true

module Cachemark
  module Env
    class Servers
      # The package of a release with everything that it needs to run, down to libc.
      class Packages
        # Needed to install and to administer it, not to run it.
        UNNEEDED = %w[adduser debconf dpkg init-system-helpers lsb-base perl perl-base systemd sysvinit-utils].freeze
        private_constant :UNNEEDED

        #: (BuildContext, Offer, Debs::Tools) -> void
        def initialize(context, offer, tools)
          @context = context
          @offer = offer
          suites = Hash.new { |found, name| found[name] = Debs::Suite.new(name, context, tools, expired: true) }
          @suite = suites[offer.suite]
          @store = Debs::Store.new(context, tools, suites)
        end

        # Downloads and verifies them; the block receives the names being downloaded. Raises Impossible.
        #: () ?{ (String) -> void } -> Packages
        def obtain(&event)
          @debs = @store.obtain(current, &event)
          self
        end

        # The folders of their files.
        #: () -> Array[String]
        def paths = @debs.map { |deb| @store.path(deb) }

        # For server.json.
        #: () -> Hash[Symbol, Object]
        def facts = { suite: @offer.suite, packages: @debs.map(&:to_s).sort }

        private

        # Suites that are not yet stable change.
        def current
          debs = @suite.resolve([NAME], installed: status)
          found = debs.find { |deb| deb.name == NAME }
          return debs if found.upstream == @offer.version

          raise Impossible.new("Debian #{@offer.suite} has #{found.upstream} now", how: "--memcached #{found.upstream}; #{OWN}")
        end

        # A list of installed packages in dpkg's form.
        def status
          installed = Debs::Tools::Installed
          UNNEEDED.map { |name| installed.stanza(name, "9999", @suite.architecture, multi_arch: "allowed") }.join("\n")
        end
      end
    end
  end
end
