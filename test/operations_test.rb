# frozen_string_literal: true

require "test_helper"

# The places outside the vocabulary that name operations. Each must name every operation.
class OperationsTest < Minitest::Test
  Operations = Cachemark::Vocabulary::Operations
  ROOT = Cachemark::ROOT
  RULES = Cachemark::Plan::Model::Iteration.private_instance_methods(false)
  SCHEMA = JSON.parse(File.read("#{ROOT}/protocol/schema.json")).dig("$defs", "plan_call", "properties", "op", "enum")
  SPEC = File.read("#{ROOT}/protocol/spec.md")[/^Operations on a client: .*?`\.$/m]

  def test_every_operation_is_named_everywhere
    assert_empty Operations::ALL.values.to_h { |operation| [operation.name, missing(operation)] }.reject { |_, places| places.empty? }
  end

  def test_an_operation_that_nothing_names_is_missing_everywhere
    leap = Operations["delete"].with(name: "leap")

    assert_equal ["protocol/spec.md", "protocol/schema.json", "a rule in Cachemark::Plan::Model::Iteration", *files.keys],
                 missing(leap)
  end

  private

  # The places that lack an operation.
  def missing(operation)
    name = operation.name
    places = { "protocol/spec.md" => SPEC.match?(/\b#{name}\b/), "protocol/schema.json" => SCHEMA.include?(name),
               "a rule in Cachemark::Plan::Model::Iteration" => RULES.include?(name.to_sym), **files_with(operation) }
    places.reject { |_, known| known }.keys
  end

  # References of drivers that have every level. An adapter names the operations of a store after those of a client. Only these
  # are methods of what it calls. A local cache has those that stores share with clients.
  def files_with(operation)
    defined = /\bdef #{operation.name}\b|\balias_method :#{operation.name},|^ +#{operation.name} = /
    files.to_h do |place, text|
      needed = { "client" => %w[client], "local_cache" => %w[client store] }.fetch(place[/\w+\z/], [])
      [place, text.match?(defined) || (needed - operation.kinds).any?]
    end
  end

  # The text of each place, with what it takes from others.
  PLACES = { "adapters/socket" => "{lib/{client_adapter,library},adapters/socket}",
             "lib/reference/client" => "lib/reference/{client,fetches}",
             "lib/reference/local_cache" => "lib/reference/{local_cache,fetches}" }.freeze

  def files
    @files ||= full.product(PLACES.to_a).to_h do |language, (place, names)|
      paths = Dir.glob("#{ROOT}/drivers/#{language}/#{names}.*")
      ["drivers/#{language}/#{place}", paths.map { |path| File.read(path) }.join]
    end
  end

  def full = Dir.glob("drivers/*/lib/actors", base: ROOT).map { |path| path[%r{drivers/(\w+)}, 1] }
end
