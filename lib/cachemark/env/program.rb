# frozen_string_literal: true

module Cachemark
  module Env
    # What the child Rubies run (`ruby -e`): the tools of that very Ruby, without going through
    # PATH, where `bundle` may belong to another one. They run on Bundler 2.3 to 2.6.
    module Program
      # ARGV: the `gem` command's own arguments.
      GEM = <<~'RUBY'
        require "rubygems"
        require "rubygems/gem_runner"
        begin
          Gem::GemRunner.new.run(ARGV.dup)
        rescue Gem::SystemExitException => e
          exit e.exit_code
        end
      RUBY

      # ARGV: the file to write, then `bundle`'s own arguments (none: only reads the lock).
      # Writes [{name, version, full_name, gem (from a gem source), needs}]. LockfileParser is
      # undocumented but has kept this shape since Bundler 1.
      LOCK = <<~'RUBY'
        report = ARGV.shift
        load Gem.activate_bin_path("bundler", "bundle", ">= 0.a") unless ARGV.empty?
        require "bundler"
        require "json"
        lock = Bundler::LockfileParser.new(File.read(ENV.fetch("BUNDLE_GEMFILE") + ".lock"))
        specs = lock.specs.map do |s|
          { :name => s.name, :version => s.version.to_s, :full_name => s.full_name, :platform => s.platform.to_s,
            :gem => s.source.instance_of?(Bundler::Source::Rubygems), :needs => s.dependencies.map(&:name) }
        end
        File.open(report, "w") { |f| f.write(JSON.generate(specs)) }
      RUBY

      # ARGV: the file to write. Fails where the lock is not complete. json comes after Bundler:
      # before it, its default version could contradict the lock's.
      LOAD_PATHS = <<~'RUBY'
        own = $LOAD_PATH.dup
        require "bundler/setup"
        names = Bundler.load.specs.map { |s| s.name } - ["bundler"]
        specs = Gem.loaded_specs.values.select { |s| names.include?(s.name) }
        folders = specs.map { |s| s.full_require_paths }.flatten
        require "json"
        found = specs.map do |s|
          { :gem => s.name, :version => s.version.to_s, :dir => s.full_gem_path, :extension_dir => s.extension_dir }
        end
        paths = ($LOAD_PATH - own).select { |path| folders.include?(path) }
        File.open(ARGV.fetch(0), "w") { |f| f.write(JSON.generate(:load_paths => paths, :gems => found)) }
      RUBY
    end
  end
end
