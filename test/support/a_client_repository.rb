# frozen_string_literal: true

require "fileutils"

# A git repository of a real dalli, with commits that cost nothing and such that cost a lot:
#
#   AClientRepository.open { |repository| repository.touch("new"); Executable.run("gate", chdir: repository.dir) }
module AClientRepository
  SLOWER = "Dalli::Client.prepend(Module.new { def get(*) = (2_000.times {}; Array.new(20) { Object.new }; super) })\n"

  GEMSPEC = <<~RUBY
    Gem::Specification.new do |spec|
      spec.name, spec.version, spec.summary, spec.authors = "dalli", "3.2.8", "dalli", ["me"]
      spec.files = Dir["lib/**/*.rb"]
    end
  RUBY

  #: () { (ARepository) -> Object } -> Object
  def self.open
    ARepository.open("dalli") { |made| yield furnish(made) }
  end

  # One whose newest commit makes every get several times dearer, and allocate more. It is kept, so that the environments of its
  # commits are built once: nothing may be written into it.
  #: () -> ARepository
  def self.slower
    ARepository.new(WarmCache.kept("repositories", whole, File.read(__FILE__)) do |folder|
      made = furnish(ARepository.new(folder).begin("dalli"))
      made.append(SLOWER, "Spin and allocate in get")
    end)
  end

  def self.furnish(made)
    FileUtils.rm_rf(File.join(made.dir, "lib"))
    FileUtils.cp_r(File.join(whole, "lib"), made.dir)
    made.write("dalli.gemspec", GEMSPEC)
    made.commit("The whole of it")
    made.extend(Commits)
  end
  private_class_method :furnish

  # Commits on its main.
  module Commits
    # One that changes no cost.
    def touch(message) = append("# #{message}\n", message)

    # One that adds this line to the library.
    def append(line, message)
      File.write(File.join(dir, "lib", "dalli.rb"), line, mode: "a")
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
