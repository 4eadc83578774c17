# frozen_string_literal: true

require "test_helper"
require "open3"
require "tmpdir"
require_relative "../contract/a_driver"
require_relative "../contract/a_planned_driver"

class GoDriverTest < Minitest::Test
  include APlannedDriver

  SOURCES = File.join(Cachemark::ROOT, "drivers/go")
  REFERENCES = %w[adapters/null.go adapters/socket.go].freeze
  private_constant :SOURCES, :REFERENCES

  def setup
    skip "this machine has no go" unless COMPILER
    super
  end

  COMPILER = ENV.fetch("PATH").split(":").map { |folder| File.join(folder, "go") }.find { |path| File.executable?(path) }

  # One program with both references, for all tests.
  def self.program
    @program ||= File.join(Dir.mktmpdir.tap { |folder| at_exit { FileUtils.rm_rf(folder) } }, "driver").tap { |path| build(path) }
  end

  def self.build(path)
    folder = File.dirname(path)
    FileUtils.cp([*Dir["#{SOURCES}/*.{go,mod}"], *REFERENCES.map { |name| "#{SOURCES}/#{name}" }], folder)
    variables = { "CGO_ENABLED" => "0", "GOFLAGS" => "" }
    [%w[vet .], %W[build -buildvcs=false -o #{path} .]].each do |words|
      said, status = Open3.capture2e(variables, COMPILER, *words, chdir: folder)
      raise said unless status.success?
    end
  end

  def argv = [self.class.program]

  def language_name = "go"
end
