# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::RendezvousTest < Minitest::Test
    Rendezvous = Lab::Rendezvous

    # A host with its own clock, which is ahead of ours by some seconds.
    class Host
      attr_reader :name, :member
      attr_accessor :rendezvous

      def initialize(name, ahead_s: 0)
        @name = name
        @ahead_ns = ahead_s * 1_000_000_000
        @inbox = Queue.new
        @member = Rendezvous::Member.new(self, @inbox, clock_ns: method(:now_ns))
        @running = true
      end

      def now_ns = Clock.now_ns + @ahead_ns
      def running? = @running
      def leave = @running = false

      # Messages in both directions are JSON on the way.
      def say(message) = rendezvous.receive(self, ::JSON.parse(::JSON.generate(message)), Clock.now_ns)
      def tell(message) = @inbox << [::JSON.parse(::JSON.generate(message)), now_ns]
    end

    def setup
      @observed = []
      @hosts = [Host.new("h1"), Host.new("h2", ahead_s: 500)]
      @rendezvous = Rendezvous.new(observe: ->(*seen) { @observed << seen })
      @hosts.each { |host| host.rendezvous = @rendezvous }
      @rendezvous.begin(@hosts)
    end

    def teardown
      @rendezvous.close
    end

    def test_each_gets_the_facts_of_all_in_one_order
      answers = together { |host| host.member.meet("cells", live: [host.name]).facts }

      assert_equal [[{ "live" => ["h1"] }, { "live" => ["h2"] }]] * 2, answers
      assert_equal ["cells", [{ "live" => ["h1"] }, { "live" => ["h2"] }], []], @observed.last
    end

    def test_all_go_on_at_the_same_time_by_their_own_clocks
      first, second = together { |host| host.member.meet("begin", timed: true).at_ns }
      offsets = @observed.last.last

      assert_in_delta 500, (second - first) / 1e9, (offsets.sum(&:error_ns) / 1e9) + 1e-6
      assert_in_delta 500, offsets.last.ns / 1e9, (offsets.last.error_ns / 1e9) + 1e-6
      assert(offsets.all? { |offset| offset.error_ns.positive? })
    end

    def test_nobody_goes_on_before_all_are_there_and_what_is_done_is_counted
      done = []
      together do |host|
        sleep 0.1 if host.name == "h2"
        host.member.meet("visit")
        done << host.name
        host.member.at_once { { least: [1] } }
      end

      assert_equal %w[visit begin finish], @observed.map(&:first)
      assert_equal([[1], [1]], @observed.last[1].map { |facts| facts["least"] })
      assert(@observed.last[1].all? { |facts| facts["late_ns"].between?(0, 10**9) })
      assert_equal([1, 1], @hosts.map { |host| host.member.steps })
    end

    def test_nothing_begins_early
      together do |host|
        at_ns = nil
        host.member.define_singleton_method(:meet) do |*words, **more|
          super(*words, **more).tap { |answer| at_ns ||= answer.at_ns }
        end
        host.member.at_once { assert_operator(host.now_ns, :>=, at_ns) && {} }
      end
    end

    def test_a_block_that_fails_on_one_host_lets_the_others_go_on
      raised = together do |host|
        host.member.at_once { host.name == "h1" ? raise(Driver::Crash, "gone") : {} }
      rescue Driver::Crash => error
        error.message
      end

      assert_equal "gone", raised.first
      assert_equal([true, nil], @observed.last[1].map { |facts| facts["failed"] })
    end

    def test_all_omit_a_block_that_one_host_cannot_begin
      begun = together { |host| host.name == "h1" ? host.member.pass && :passed : host.member.at_once { flunk } }

      assert_equal [:passed, false], begun
      assert_equal %w[begin], @observed.map(&:first)
      assert_equal([0, 0], @hosts.map { |host| host.member.steps })
    end

    def test_the_loss_of_a_host_ends_the_others
      @hosts.last.leave
      error = assert_raises(Trouble) { @hosts.first.member.meet("visit") }

      assert_equal "lost h2, so the other hosts cannot reach the rate\nrepeat the command", error.message
    end

    def test_the_others_go_on_if_not_all_are_needed
      rendezvous = Rendezvous.new(needs_all: false)
      @hosts.each { |host| host.rendezvous = rendezvous }
      rendezvous.begin(@hosts)
      @hosts.last.leave

      assert_equal [{ "own" => 1 }], @hosts.first.member.meet("effects", own: 1).facts
    ensure
      rendezvous.close
    end

    def test_a_loss_is_noticed_while_others_wait
      waiting = Thread.new { assert_raises(Trouble) { @hosts.first.member.meet("visit") } }
      assert(Processes.eventually { waiting.status == "sleep" })
      @hosts.last.leave
      @rendezvous.check

      assert_match(/lost h2/, waiting.value.message)
    end

    def test_hosts_that_do_different_things_do_not_wait_for_ever
      errors = together { |host| assert_raises(Trouble) { host.member.meet(host.name) } }

      assert_match(/\Athe hosts are at different points of the run: h[12], h[12]/, errors.first.message)
    end

    def test_a_clock_that_does_not_answer_ends_all
      rendezvous = Rendezvous.new(patience_s: 0.1)
      @hosts.each { |host| host.rendezvous = rendezvous }
      rendezvous.begin(@hosts)
      @hosts.last.member.define_singleton_method(:tell_time) { |*| nil }
      ticks = Thread.new { loop { rendezvous.check && sleep(0.05) } }
      errors = together { |host| assert_raises(Trouble) { host.member.meet("begin", timed: true) } }

      assert_match(/\Athe clock of h2 did not answer/, errors.first.message)
    ensure
      ticks&.kill
      rendezvous&.close
    end

    def test_what_goes_wrong_here_is_raised_here
      rendezvous = Rendezvous.new(observe: ->(*) { raise Trouble.new("the server is gone", try: "start it") })
      @hosts.each { |host| host.rendezvous = rendezvous }
      rendezvous.begin(@hosts)
      members = @hosts.map { |host| Thread.new { host.member.meet("begin") } }

      assert_raises(Trouble) { 500.times { rendezvous.check && sleep(0.01) } }
    ensure
      members&.each(&:kill)
    end

    private

    # The results of the block for each host, at the same time.
    def together(&block) = @hosts.map { |host| Thread.new { block.call(host) } }.map(&:value)
  end
end
