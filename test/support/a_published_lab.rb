# frozen_string_literal: true

# A lab that runs made or real contenders over client/set and client/get as published.
module APublishedLab
  include ALab

  SHARED = { "processes" => "one", "clients" => "each contender" }.freeze
  SCENARIOS = %w[client/set client/get].freeze

  # `made` are the answers of made drivers by contender id; "*" means the whole program.
  #: (Array[String], ?made: Hash, ?others: Hash, ?published: Hash, ?scenarios: Array[Scenario | String], ?modes: Array[String], ?loop: Class) -> String
  def run_published(names, made: {}, others: {}, published: SHARED, scenarios: SCENARIOS, modes: %w[sync],
                    loop: Cachemark::Lab::Published)
    contenders = names.map { |name| name.is_a?(String) ? MadeCells.contender(name) : name }
    @task = Cachemark::Lab::Published::Task.new(cells: cells(contenders, modes, scenarios), seed: 1, iterations: 25,
                                                published: published)
    wholes = @task.programs.map(&:contender)
    made = made.merge(wholes.to_h { |whole| [whole.id, made["*"]] }) if made["*"]
    loop.new(task: @task, engine: engine([*contenders, *wholes].uniq(&:id), made: made, others: others)).call
  end

  def cells(contenders, modes, scenarios)
    contenders.product(modes, scenarios).each_with_index.map do |(contender, mode, scenario), index|
      MadeCells.cell(contender: contender, scenario: scenario, id: "c#{index + 1}", mode: mode)
    end
  end

  # Set, then get, of so many pairs.
  #: (Integer) -> Array[Catalog::Scenario]
  def pairs(count) = %w[client/set-pairs client/get-pairs].map { |id| MadeCells.scenario(id).over(count) }

  # Where a made driver writes what it hears.
  def heard = File.join(folder, "heard.jsonl")

  # The requests of one type that it heard.
  def requests(type) = File.readlines(heard).map { |line| JSON.parse(line) }.select { |line| line["type"] == type }

  def iterations
    blocks = writer.record.blocks.group_by { |block| block["cell"] }
    blocks.transform_values { |mine| mine.sum { |block| block["iterations"] } }
  end

  def failed = writer.record.failures.map { |line| line.values_at("cell", "status", "reason") }
end
