# frozen_string_literal: true

# How often the change points of a history are wrong, over 200 made series each (normal noise, fixed seeds). It counts alarms in
# series without a step, and steps in the middle that are found within three points of their place.
#   ruby bench/change_points.rb
require_relative "support"
Bench.with_gems(__FILE__)
require "cachemark"

SERIES = 200

# Levels with noise of one standard deviation; now and then `wild` is as much more.
def noisy(levels, seed, wild: 0)
  random = Random.new(seed)
  levels.map do |level|
    level + (Math.sqrt(-2 * Math.log(1 - random.rand)) * Math.cos(2 * Math::PI * random.rand)) + (random.rand < 0.1 ? wild : 0)
  end
end

def places(values, seed) = Cachemark::Stats::ChangePoints.of(values, seed: seed).map(&:index)

[[20, 0], [30, 0], [60, 0], [30, 5]].each do |size, wild|
  alarms = (1..SERIES).count { |seed| places(noisy([0.0] * size, seed, wild: wild), seed).any? }
  what = "alarms, #{size} points#{", one in ten #{wild} sd off" if wild.positive?}"
  Bench.say(what, "#{alarms} of #{SERIES}", "<= 5", alarms <= 5)
end
[2, 3].each do |sd|
  levels = ([0.0] * 15) + ([sd.to_f] * 15)
  found = (1..SERIES).count { |seed| places(noisy(levels, seed), seed).any? { |place| (place - 15).abs <= 3 } }
  goal = { 2 => 140, 3 => 190 }.fetch(sd)
  Bench.say("steps of #{sd} sd found, in 30 points", "#{found} of #{SERIES}", ">= #{goal}", found >= goal)
end
