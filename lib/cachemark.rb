# frozen_string_literal: true

require "zeitwerk"

# Cachemark measures, judges and faults memcached client libraries.
# The rooms below lib/cachemark/ stand in the order in which the data walks
# through them; ARCHITECTURE.md draws the walk.
module Cachemark
  # The folder that holds catalog/, drivers/, protocol/ and lib/ (absolute path).
  ROOT = File.expand_path("..", __dir__)

  LOADER = Zeitwerk::Loader.for_gem.tap do |loader|
    loader.inflector.inflect("cli" => "CLI", "json" => "JSON", "csv" => "CSV", "xml" => "XML",
                          "junit" => "JUnit", "github" => "GitHub", "html" => "HTML",
                          "github_action_benchmark" => "GitHubActionBenchmark")
    loader.ignore("#{__dir__}/cachemark/error.rb", "#{__dir__}/cachemark/host/keeper_program.rb")
    # A folder of lab, and no module of its own.
    loader.collapse("#{__dir__}/cachemark/lab/engine")
    # For users' own programs, which load them without the rest.
    loader.ignore(*%w[gate_process minitest rake].map { |name| "#{__dir__}/cachemark/#{name}.rb" })
    loader.setup
  end
end

require_relative "cachemark/error"
