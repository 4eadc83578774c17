# frozen_string_literal: true

# For tests of findings: rows of real scenarios, and what is found in the first of them.
module MadeFindings
  GET, SET, PLAIN = %w[client/get client/set client/set-plain].freeze

  private

  # The reference that nobody asked for.
  def hidden(scenario, commands) = row("socket", scenario, commands, cell: { "shown" => false })

  # The findings of one row, compared with another.
  def compared_with(rows, own, other)
    said(Cachemark::Stats::Findings.new(evidence(*rows)).compared_with(rows[own].first, rows[other].first))
  end

  def row(...) = MadeWork.row(...)
  def command(...) = MadeWork.command(...)
  def set(count = 3, **fields) = [command("set", count: count, **fields)]
  def get(**fields) = [command("get", hits: 3, **fields)]
  def counter(count, **fields) = [command("incr", count: count, **fields)]

  def evidence(*rows, servers: 1)
    Cachemark::Stats::Evidence.new(MadeWork.record(*rows, run: { "options" => { "servers" => servers } }))
  end

  # What is found in the first row.
  def findings(*rows, **run) = Cachemark::Stats::Findings.new(evidence(*rows, **run)).of(rows.first.first)
  def texts(...) = said(findings(...))
  def said(remarks) = remarks.map { |remark| Cachemark::Report::Sentences.of(remark) }
end
