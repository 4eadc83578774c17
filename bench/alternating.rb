# frozen_string_literal: true

# Loaded into a run by live.rb: a view that draws the live table in every other round, and writes lines in the rest.
$LOAD_PATH.unshift(File.expand_path("../lib", __dir__))
require "cachemark"

# The number of a round and that of its generation decide if it is drawn. So the expensive first rounds of processes are drawn
# in half of the generations.
class Alternating
  def initialize(screen, lines)
    @screen = screen
    @lines = lines
    @generation = @round = 0
  end

  def notify(event, **facts)
    @generation, @round = facts.fetch(:number), 0 if event == :generation
    @round = facts.fetch(:number) + 1 if event == :round
    ((@generation + @round).odd? ? @screen : @lines).notify(event, **facts)
  end
end

Cachemark::Live.singleton_class.prepend(Module.new do
  def for(io, **settings) = Alternating.new(super(io, **settings), super(io, **settings, plain: true))
end)
