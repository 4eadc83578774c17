# frozen_string_literal: true

require "fileutils"

# A git repository of a real dalli, with commits that cost nothing and such that cost a lot:
#
#   AClientRepository.open { |repository| repository.slow_down; Executable.run("gate", chdir: repository.dir) }
module AClientRepository
  SPIN = "Dalli::Client.prepend(Module.new { def get(*) = (2_000.times {}; super) })\n"

  GEMSPEC = <<~RUBY
    Gem::Specification.new do |spec|
      spec.name, spec.version, spec.summary, spec.authors = "dalli", "3.2.8", "dalli", ["me"]
      spec.files = Dir["lib/**/*.rb"]
    end
  RUBY

  #: () { (ARepository) -> Object } -> Object
  def self.open
    ARepository.open("dalli") do |made|
      FileUtils.rm_rf(File.join(made.dir, "lib"))
      FileUtils.cp_r(File.join(whole, "lib"), made.dir)
      made.write("dalli.gemspec", GEMSPEC)
      made.commit("The whole of it")
      made.extend(Commits)
      yield made
    end
  end

  # Commits on its main.
  module Commits
    # One that changes no cost.
    def touch(message) = made_of("# #{message}\n", message)

    # One that makes every get several times dearer.
    def slow_down = made_of(SPIN, "Spin in get")

    private

    def made_of(text, message)
      File.write(File.join(dir, "lib", "dalli.rb"), text, mode: "a")
      commit(message)
    end
  end

  # The folder in which `gem` finds that gem, without a gem source.
  #: () -> Hash[String, String]
  def self.gems
    home = File.expand_path("../..", whole)
    { "GEM_HOME" => home, "GEM_PATH" => home }
  end

  # The folder of the installed gem.
  #: () -> String
  def self.whole = DrivenClient.environment(DrivenClient.contender("dalli@3.2.8")).expected.first.fetch(:dir)
end
