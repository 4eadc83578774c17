# frozen_string_literal: true

require "digest"
require "rbconfig"

module Cachemark
  module Env
    # A Ruby that runs contenders: `path` the command as given, `abi` the folder name that its
    # gems live under ("3.1.0"), `bundler` whether it has one, `folders` its own library
    # folders, `build` what it was built as and where.
    Runtime = Value.define(:path, :version, :description, :engine, :platform, :abi, :bundler, :folders, :build) do
      # One store per Ruby: extensions built for one need not load in another of the same version.
      #: () -> String
      def key = "#{engine}-#{version}-#{platform}-#{Digest::SHA256.hexdigest(build)[0, 8]}"

      #: (String?) -> bool
      def meets?(requirement)
        return true if requirement.nil? || requirement.empty?

        Gem::Requirement.new(requirement.split(/\s*,\s*/)).satisfied_by?(Gem::Version.new(version))
      end

      #: () -> Hash[Symbol, Object]
      def facts = { path: path, version: version, description: description, engine: engine, folders: folders }
    end

    class << Runtime
      # Prints what `from` needs; runs in the Ruby that is asked about, of any age.
      PROBE = <<~'RUBY'
        c = RbConfig::CONFIG
        puts RUBY_VERSION, RUBY_DESCRIPTION, (defined?(RUBY_ENGINE) ? RUBY_ENGINE : "ruby"), c["arch"], c["ruby_version"]
        puts((begin; Gem::Specification.find_by_name("bundler") && "yes"; rescue LoadError; "no"; end))
        puts [c["rubylibdir"], c["rubyarchdir"]].compact.join(File::PATH_SEPARATOR)
        puts [c["bindir"], c["configure_args"], RUBY_DESCRIPTION].join(" ")
      RUBY

      # The Ruby that runs cachemark; asks no other process.
      #
      #: () -> Runtime
      def current
        @current ||= begin
          config = RbConfig::CONFIG
          new(path: RbConfig.ruby, version: RUBY_VERSION, description: RUBY_DESCRIPTION, engine: RUBY_ENGINE,
              platform: config["arch"], abi: config["ruby_version"], bundler: bundler_here?,
              folders: config.values_at("rubylibdir", "rubyarchdir").compact,
              build: [config["bindir"], config["configure_args"], RUBY_DESCRIPTION].join(" "))
        end
      end

      # argv that makes a Ruby print what `parse` reads.
      #: (String) -> Array[String]
      def probe_argv(path) = [path, "-e", PROBE]

      # Returns nil where the output is not a Ruby's answer.
      #: (String, String) -> Runtime?
      def parse(path, output)
        lines = output.lines(chomp: true).last(8)
        return unless lines.size == 8 && lines.first.match?(/\A\d+\.\d+/)

        version, description, engine, platform, abi, bundler, folders, build = lines
        new(path: path, version: version, description: description, engine: engine, platform: platform, abi: abi,
            bundler: bundler == "yes", folders: folders.split(File::PATH_SEPARATOR), build: build)
      end

      private

      def bundler_here? = !defined?(Bundler).nil? || Gem::Specification.stubs_for("bundler").any?
    end
  end
end
