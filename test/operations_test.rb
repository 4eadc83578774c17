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
    leap = Operations["get"].with(name: "leap")

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

  # References of drivers that have every level. An adapter names the operations of a store after those of a client; only these
  # are methods of what it calls.
  def files_with(operation)
    defined = /\bdef #{operation.name}\b|\balias_method :#{operation.name},|^ +#{operation.name} = /
    files.to_h do |path, text|
      [path, text.match?(defined) || (!path.include?("/adapters/") && !operation.kinds.include?("client"))]
    end
  end

  def files
    places = "drivers/{#{full.join(",")}}/{lib/reference/{client,local_cache},adapters/socket}.*"
    @files ||= Dir.glob(places, base: ROOT).sort.to_h { |path| [path, File.read("#{ROOT}/#{path}")] }
  end

  def full = Dir.glob("drivers/*/lib/actors", base: ROOT).map { |path| path[%r{drivers/(\w+)}, 1] }
end
