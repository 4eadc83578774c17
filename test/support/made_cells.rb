# frozen_string_literal: true

# Cells of the catalogue's own clients and scenarios; no registry is asked.
module MadeCells
  CATALOG = Cachemark::Catalog.load

  #: (?String, **Object) -> Cachemark::Contender
  def self.contender(name = "socket", client: CATALOG.client(name), **more)
    Cachemark::Contender.new(id: name, notation: name, client: client, version: nil, options: {}, given: {}, gems: {},
                             source: Cachemark::Contender::Source.new(kind: "none"),
                             language: CATALOG.language(client.language), **more)
  end

  # The reference, which waits longer for a reply than its second. Proxies of a test are threads of its process. On a busy
  # machine, that process can stand still for longer, while it collects the garbage of all tests before.
  def self.patient = contender("socket").with(options: { "timeout" => "30" })

  #: (String) -> Cachemark::Catalog::Scenario
  def self.scenario(id) = CATALOG.scenario(id)

  # A scenario of kind "client" with two keys and whatever steps the test needs.
  def self.made_scenario(steps, prelude: [], **more)
    Cachemark::Catalog::Scenario.new(id: "client/made", label: "made", summary: "", kind: "client", prelude: prelude,
                                     steps: steps, keys: { "k1" => "Short", "k2" => "Long" },
                                     values: { "empty" => { "kind" => "array", "items" => 0 },
                                               "hundred" => { "kind" => "number", "number" => 100 } }, **more)
  end

  #: (?contender: Contender | String, ?scenario: Scenario | String, ?id: String, **Object) -> Cachemark::Plan::Cell
  def self.cell(contender: "socket", scenario: "client/get", id: "c1", **more)
    contender = contender(contender) if contender.is_a?(String)
    scenario = scenario(scenario) if scenario.is_a?(String)
    Cachemark::Plan::Cell.new(id: id, contender: contender, scenario: scenario, mode: "sync", section: contender.id,
                              label: "#{contender.id}:#{scenario.label}", **more)
  end

  #: (**Object) -> Cachemark::Lab::CellState
  def self.state(**given)
    cell = cell(**given)
    Cachemark::Lab::CellState.new(cell, Cachemark::Plan::Model.of(cell.scenario))
  end
end
