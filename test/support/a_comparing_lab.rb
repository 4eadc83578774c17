# frozen_string_literal: true

# Contenders of made drivers (ALab) whose cells are compared: the loops of the lab, with a clock that the test moves on. A call
# of "a" takes 10 µs; `made` says what else the others do.
module AComparingLab
  include ALab

  QUIET = { block: { wall_ns: 30_000, batches: [30_000] } }.freeze

  def clock = @clock ||= MadeClock.new

  #: (Array[String], ?scenarios: Array[String]) -> Array[Plan::Cell]
  def cells(ids, scenarios: ["client/get"])
    contenders(ids).product(scenarios).each_with_index.map do |(contender, scenario), at|
      MadeCells.cell(contender: contender, scenario: scenario, id: "c#{at + 1}")
    end
  end

  #: (Array[String]) -> Array[Contender]
  def contenders(ids) = ids.map { |id| MadeCells.contender.with(id: id) }

  # The time of a contender's call, as the answers of its driver.
  #: (Numeric) -> Hash
  def taking(call_ns) = { block: { wall_ns: call_ns * 3, batches: [call_ns * 3] } }

  # An engine where each contender has a made driver.
  #: (Array[Plan::Cell], ?made: Hash[String, Hash], **Object) -> Lab::Engine
  def made_engine(cells, made: {}, **more)
    all = cells.map(&:contender).uniq(&:id)
    engine(all, made: all.to_h { |contender| [contender.id, QUIET] }.merge(made), clock: clock,
                **made_servers, **more)
  end

  # The servers of an engine whose drivers know no client.
  def made_servers
    { ring: MadeServer::Starter.ring, ring_starter: MadeServer::Starter.new(keeper: keeper, placement: ANYWHERE) }
  end

  # A loop of the lab over these cells.
  #: (Class, Array[Plan::Cell], ?made: Hash, ?engine: Engine, **Object) -> Object
  def lab(loop_class, cells, made: {}, engine: made_engine(cells, made: made), **more)
    loop_class.new(task: loop_class::Task.new(cells: cells, seed: 1, for_s: 60.0, **more), engine: engine)
  end

  # Writes lines that were made by hand.
  #: (Array[Hash]) -> void
  def fill(lines) = lines.each { |line| writer.append(line) }
end
