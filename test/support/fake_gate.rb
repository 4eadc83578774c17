# frozen_string_literal: true

require "json"
require "rbconfig"
require "tmpdir"

# A program in place of cachemark: prints the given output, and keeps its arguments.
#
#   FakeGate.open(code: 1, sentences: ["slower"]) { |gate| run(*gate.program); gate.words }
class FakeGate
  SOURCE = <<~'RUBY'
    require "json"
    folder, answer = ARGV.shift, JSON.parse(ARGV.shift)
    File.write(File.join(folder, "words.part"), JSON.generate([Process.pid, Dir.pwd, *ARGV]))
    File.rename(File.join(folder, "words.part"), File.join(folder, "words"))
    sleep if answer["hangs"]
    warn answer["err"] if answer["err"]
    print answer["out"] || JSON.generate("command" => "gate", "code" => answer["code"], "sentences" => answer["sentences"])
    exit answer.fetch("code")
  RUBY

  attr_reader :program

  def self.open(**answer) = Dir.mktmpdir("cachemark-gate") { |folder| yield new(File.realpath(folder), answer) }

  def initialize(folder, answer)
    @folder = folder
    @program = [RbConfig.ruby, "--disable-gems", "-e", SOURCE, "--", folder, JSON.generate(answer)]
  end

  # The folder that it ran in, and its words; nil before it ran.
  def words = said&.drop(1)

  def pid = said&.first

  private

  def said
    path = File.join(@folder, "words")
    JSON.parse(File.read(path)) if File.file?(path)
  end
end
