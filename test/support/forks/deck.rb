# frozen_string_literal: true

class Forks
  # The tests that no worker has yet, as hands: indexes of the tests of one class, or of all classes that go together. The
  # longest hands go first, so that no worker is left alone with one at the end. Tests that have to be alone (Alone) go last,
  # when nobody else is busy.
  class Deck
    # Several browsers at once take twice the CPU time of one. Several groups of hosts at once leave each too little.
    TOGETHER = [ABrowser, OnHosts].freeze

    #: (Array[[Class, String, untyped]], Times) -> void
    def initialize(jobs, times)
      @jobs = jobs
      @alone, @parallel = jobs.each_index.partition { |at| alone?(at) }.map do |indexes|
        hands = indexes.group_by { |at| shared(jobs[at].first) }.values
        hands.sort_by { |hand| -hand.sum { |at| times.of(*jobs[at].first(2)) } }
      end
    end

    # A hand, or nil where none is left or may run at the same time as others.
    #: (busy: bool) -> Array[Integer]?
    def next(busy:) = @parallel.shift || (@alone.shift unless busy)

    # Takes back what was not played.
    #: (Array[Integer]) -> void
    def put_back(hand)
      (alone?(hand.first) ? @alone : @parallel).unshift(hand) if hand.any?
    end

    private

    def shared(klass) = TOGETHER.find { |group| klass.include?(group) } || klass

    def alone?(at) = @jobs[at].first.alone?(@jobs[at][1])
  end
end
