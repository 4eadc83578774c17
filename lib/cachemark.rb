# frozen_string_literal: true

require "zeitwerk"

# Cachemark benchmarks memcached client libraries, and tests them with injected faults. ARCHITECTURE.md shows how data flows
# through the folders below lib/cachemark/.
module Cachemark
  # The folder with catalog/, drivers/, protocol/ and lib/ (absolute path).
  ROOT = File.expand_path("..", __dir__)

  LOADER = Zeitwerk::Loader.for_gem.tap do |loader|
    loader.inflector.inflect("cli" => "CLI", "html" => "HTML")
    programs = %w[host/keeper_program host/names_program host/memcached/sasl_program host/network_program]
    loader.ignore(*[*%w[clock error], *programs].map { |name| "#{__dir__}/cachemark/#{name}.rb" })
    # A folder of lab, without a module.
    loader.collapse("#{__dir__}/cachemark/lab/engine")
    # Entry points for users' own programs, which load them without the rest.
    loader.ignore(*%w[gate_process minitest rake].map { |name| "#{__dir__}/cachemark/#{name}.rb" })
    loader.setup
  end
end

require_relative "cachemark/error"
# Needed while no file can be loaded: in the handler of a signal, and while the process has no descriptor left.
require_relative "cachemark/clock"
