# frozen_string_literal: true

require "digest"

module Cachemark
  module Env
    # Libraries from the user's own pip index: its releases (Index), and the files of one release, installed into a folder
    # for a single environment (Origin). Only pip accesses the index, so that the user's pip.conf and PIP_* variables apply.
    #
    #   cache/pip/SHA256/FILE      every file that was ever needed, once
    #   cache/pip/built/DIGEST/    the wheel that was built from an archive of sources
    #   cache/registry/pip-ID/     which releases an index has
    #   cache/envs/DIGEST/site/    the libraries of one environment
    module Pip
      # What missing pips need.
      HOW = "apt-get install --no-install-recommends python3-pip"

      # These would move the installation, ask a question, or write to the user's folders.
      FORCED = { "PIP_REQUIRE_VIRTUALENV" => "0", "PIP_USER" => "0", "PIP_NO_INPUT" => "1", "PIP_NO_COLOR" => "1",
                 "PIP_PROGRESS_BAR" => "off", "PIP_DISABLE_PIP_VERSION_CHECK" => "1", "PIP_ROOT_USER_ACTION" => "ignore",
                 "PIP_NO_PYTHON_VERSION_WARNING" => "1" }.freeze
      # Variables of the user that must not reach an installation: its folder and its files are given.
      DROPPED = %w[PIP_TARGET PIP_PREFIX PIP_ROOT PIP_LOG PIP_REQUIREMENT PIP_CONSTRAINT PIP_PYTHON PIP_DRY_RUN PIP_REPORT
                   PIP_NO_BINARY PIP_ONLY_BINARY PIP_NO_DEPS PIP_EDITABLE PIP_QUIET PIP_VERBOSE PIP_DEST
                   PIP_REQUIRE_HASHES].freeze
      private_constant :FORCED, :DROPPED

      # A file of an index: a wheel, or an archive of sources.
      Package = Value.define(:name, :version, :file, :sha256) do
        #: () -> bool
        def wheel? = file.end_with?(".whl")

        # Whether it is of a project. pip compares names in this way.
        #: (String?) -> bool
        def project?(other) = [name, other.to_s].map { |one| one.downcase.gsub(/[-_.]+/, "-") }.uniq.one?

        # A line of a lock. Lines of Debian's packages have another number of words.
        #: (?mode: String?) -> String
        def line(mode: nil) = "#{"for #{mode}: " if mode}#{name} #{version} #{file} sha256:#{sha256}"

        # A line of a file of requirements, which pip verifies.
        #: () -> String
        def requirement = "#{name}==#{version} --hash=sha256:#{sha256}"
      end

      class << Package
        WHEEL = /\A(?<name>[^-]+)-(?<version>[^-]+)-.*\.whl\z/
        SOURCES = /\A(?<name>.+)-(?<version>[^-]+?)\.(?:tar\.\w+|tgz|zip)\z/
        # Before a line of a library that a mode needs.
        FOR = /\Afor (\w+): /
        private_constant :WHEEL, :SOURCES, :FOR

        # A file on this machine; nil if its name is not that of a package.
        #: (String) -> Package?
        def at(path)
          file = File.basename(path)
          found = WHEEL.match(file) || SOURCES.match(file) or return
          new(**found.named_captures.transform_keys(&:to_sym), file: file, sha256: Digest::SHA256.file(path).hexdigest)
        end

        # The packages in a lock's text: those of the client, or those of a mode.
        #: (String, ?mode: String?) -> Array[Package]
        def locked(text, mode: nil) = read(text.lines(chomp: true).select { |line| line[FOR, 1] == mode })

        # All packages in a lock's text.
        #: (String) -> Array[Package]
        def all_locked(text) = read(text.lines(chomp: true))

        private

        def read(lines)
          lines.reject { |line| line.start_with?("#") }.map { |line| line.sub(FOR, "").split }.select { |words| words.size == 4 }
               .map { |words| new(**%i[name version file].zip(words).to_h, sha256: words.last.delete_prefix("sha256:")) }
        end
      end

      class << self
        # The variables of a pip that runs with the user's configuration.
        #: (Variables) -> Hash[String, String]
        def variables(variables) = variables.for_pip.except(*DROPPED).merge(FORCED)

        # Identifies the configuration, and with it the index. `variables` are those of pip.
        #: (Hash[String, String]) -> String
        def identity(variables)
          settings = variables.select { |name, _| name.start_with?("PIP_") }.sort
          Digest::SHA256.hexdigest([*settings, *files(variables).map { |path| text(path) }].join("\0"))[0, 12]
        end

        private

        # Where pip reads its configuration.
        def files(variables)
          home = variables["HOME"].to_s
          ["/etc/pip.conf", "/etc/xdg/pip/pip.conf", "#{home}/.pip/pip.conf",
           "#{variables["XDG_CONFIG_HOME"] || "#{home}/.config"}/pip/pip.conf", *variables["PIP_CONFIG_FILE"]]
        end

        def text(path) = File.file?(path) && File.readable?(path) ? File.read(path) : ""
      end
    end
  end
end
