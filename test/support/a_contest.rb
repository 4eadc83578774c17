# frozen_string_literal: true

# Contenders of made drivers (ALab) whose cells are compared: the lab's loops, with a clock that the test
# moves on. A call of "a" takes 10 us; `made` says what else the others do.
module AContest
  include ALab

  QUIET = { block: { wall_ns: 30_000, batches: [30_000] } }.freeze

  def clock = @clock ||= MadeClock.new

  def stop = @stop ||= Cachemark::Lab::Stop.new

  # Ends the run as a signal does.
  def interrupt = stop.instance_variable_set(:@signal, "INT")

  #: (Array[String], ?scenarios: Array[String]) -> Array[Plan::Cell]
  def cells(ids, scenarios: ["client/get"])
    contenders(ids).product(scenarios).each_with_index.map do |(contender, scenario), at|
      MadeCells.cell(contender: contender, scenario: scenario, id: "c#{at + 1}")
    end
  end

  #: (Array[String]) -> Array[Contender]
  def contenders(ids) = ids.map { |id| MadeCells.contender.with(id: id) }

  # What a call of a contender takes, as the answers of its driver.
  #: (Numeric) -> Hash
  def taking(call_ns) = { block: { wall_ns: call_ns * 3, batches: [call_ns * 3] } }

  # A rig where each contender has a made driver.
  #: (Array[Plan::Cell], ?made: Hash[String, Hash], **Object) -> Lab::Rig
  def made_rig(cells, made: {}, **rig)
    all = cells.map(&:contender).uniq(&:id)
    rig(all, made: all.to_h { |contender| [contender.id, QUIET] }.merge(made), **rig)
  end

  # A loop of the lab over these cells.
  #: (Class, Array[Plan::Cell], ?made: Hash, ?rig: Rig, **Object) -> Object
  def lab(loop_class, cells, made: {}, rig: made_rig(cells, made: made), **job)
    job = Cachemark::Lab::Job.new(cells: cells, seed: 1, for_s: 60.0, **job)
    loop_class.new(job: job, rig: rig, writer: writer, live: live, stop: stop, clock: clock)
  end

  # Writes lines that were made by hand.
  #: (Array[Hash]) -> void
  def fill(lines) = lines.each { |line| writer.add(line["type"], line.except("type")) }

  def roster(cells)
    Cachemark::Lab::Roster.new(cells: cells, losses: Cachemark::Lab::Losses.new(writer: writer, live: live, clock: clock))
  end
end
