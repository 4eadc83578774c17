# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::ExplainTest < Minitest::Test
    include AComparingLab

    DALLI = "dalli@3.2.8"
    KEYS = "lib/dalli/key_manager.rb"
    VALIDATED = "      key = key_with_namespace(key)\n"
    CONNECTION = "lib/dalli/protocol/connection_manager.rb"
    REGULARIZER = "lib/dalli/protocol/meta/key_regularizer.rb"
    PYTHON = "pymemcache/client/base.py"
    GET = "        return self._fetch_cmd(b'get', [key], False).get(key, default)\n"

    # Only some looks, because each takes seconds.
    class Loop < Lab::Explain
      class << self
        attr_accessor :names
      end

      private

      def looks = super.select { |look| self.class.names.include?(look) }
    end

    def test_an_added_call_and_its_allocation_are_named_first_with_their_lines
      edit = { KEYS => { VALIDATED => "      added(key)\n#{VALIDATED}", "    ##\n    # Returns the key with" =>
                         "    def added(key)\n      [#{"key, " * 100}]\n    end\n\n    ##\n    # Returns the key with" } }
      explanation = explained(%w[calls allocations], EditedCopies.notation(DALLI), EditedCopies.notation(DALLI, edit))
      call, allocation = %w[calls allocations].map { |name| look(explanation, name).rows.first }

      assert_equal ["Dalli::KeyManager#added", "#{KEYS}:58", [0.0, 1.0]], [call.name, call.place, call.costs]
      assert_equal ["#{KEYS}:59", 1.0, 840.0], [allocation.place, allocation.difference, allocation.bytes_difference]
      assert_match(/\AArray in /, allocation.name)
      assert_equal({ "calls" => 4, "allocations" => 4 }, writer.record.traces.map { |line| line["look"] }.tally)
    end

    def test_an_added_write_is_named_first_with_its_line
      needs("strace")
      twice = "bytes =~ /\\A.../m\n        @sock.write($&)\n        @sock.write($')\n"
      edit = { CONNECTION => { "@sock.write(bytes)\n" => twice } }
      explanation = explained(%w[calls traffic], EditedCopies.notation(DALLI), EditedCopies.notation(DALLI, edit))
      call, traffic = %w[calls traffic].map { |name| look(explanation, name).rows.first }

      assert_equal ["IO#write", "#{CONNECTION}:165", [1.0, 2.0]], [call.name, call.place, call.costs]
      assert_equal ["writes", [1.0, 2.0]], [traffic.name, traffic.costs]
    end

    def test_a_changed_regular_expression_is_named_first_with_the_line_that_uses_it
      edit = { REGULARIZER => { "/\\s/.freeze" => "/(?:a|b|c)*\\s/.freeze" } }
      sides = [{}, edit].map { |edits| EditedCopies.notation(DALLI, edits, options: ",protocol=meta") }
      row = explain("calls", *sides).rows.first

      assert_equal ["Regexp#match /(?:a|b|c)*\\s/", "#{REGULARIZER}:16", [0.0, 1.0]], [row.name, row.place, row.costs]
    end

    def test_a_changed_line_is_named_first_where_the_calls_are_the_same
      edit = { KEYS => { VALIDATED => "      key =~ /(?:a|b|c)*z/\n#{VALIDATED}" } }
      other = { KEYS => { VALIDATED => "      key =~ /z/\n#{VALIDATED}" } }
      sides = [other, edit].map { |edits| EditedCopies.notation(DALLI, edits) }
      look = explain("lines", *sides)

      assert_equal [["#{KEYS}:53", "key =~ /(?:a|b|c)*z/"], ["#{KEYS}:53", "key =~ /z/"]],
                   look.rows.map { |row| [row.place, row.text] }
    end

    def test_a_client_does_the_same_as_itself_even_if_its_lines_have_moved
      moved = { KEYS => { "module Dalli\n" => "# one\n# more\nmodule Dalli\n" } }
      explanation = explained(%w[calls allocations lines], EditedCopies.notation(DALLI), EditedCopies.notation(DALLI, moved))

      assert_empty explanation.looks.flat_map(&:rows)
      assert_equal %w[calls allocations lines], explanation.looks.map(&:name) & %w[calls allocations lines]
    end

    def test_a_difference_that_is_not_the_same_in_each_call_is_counted_in_more_processes
      half = { trace: [{ "name" => "GC.count", "place" => "lib/a.rb:1", "count" => 250 }] }
      run_on_made(%w[calls], "b" => { block: [*[{ trace: [] }] * 4, half] })

      assert_equal({ "c1" => 4, "c2" => 4 }, writer.record.traces.map { |line| line["cell"] }.tally)
      assert_equal %w[c1 c2 c2 c1], writer.record.traces.first(4).map { |line| line["cell"] }
    end

    def test_an_added_call_of_a_python_client_and_its_allocation_are_named_first_with_their_line_and_bytes
      edit = { PYTHON => { GET => "        any(bytearray(5000))\n#{GET}" } }
      explanation = explained(%w[calls allocations], *python({}, edit))
      call, allocation = %w[calls allocations].map { |name| look(explanation, name).rows.first }

      assert_equal ["any", "#{PYTHON}:619", [0.0, 1.0]], [call.name, call.place, call.costs]
      assert_equal ["pymemcache.client.base.Client.get", "#{PYTHON}:619"], [allocation.name, allocation.place]
      assert_in_delta 5_000, allocation.bytes_difference, 300
    end

    def test_a_missing_instrument_costs_only_its_look
      keeper.define_singleton_method(:which) { |program| super(program) unless program == "valgrind" }
      explanation = run_on_made(%w[instructions calls])

      look = look(explanation, "instructions")
      assert_equal ["there is no valgrind here", "install the Debian package valgrind"], [look.reason, look.try]
      assert_equal %w[calls], explanation.looks.reject(&:reason).map(&:name) - %w[traffic]
    ensure
      keeper.singleton_class.send(:remove_method, :which)
    end

    def test_a_driver_that_traces_nothing_says_so
      explanation = run_on_made(%w[lines], "a" => {})

      assert_equal "a: the driver of this language does not trace lines", look(explanation, "lines").reason
    end

    def test_no_process_starts_for_a_language_whose_driver_traces_nothing
      silent = contenders(%w[a b]).map { |contender| contender.with(language: contender.language.with(traces: false)) }
      explanation = run_on(%w[lines], contenders: silent, made: { "a" => {}, "b" => {} }, **made_servers)

      assert_equal "the driver of Ruby does not say where its clients work", look(explanation, "lines").reason
      assert_equal %w[g0.a g0.b], (writer.record.processes.map { |line| line["process"] }), "only those through proxies"
    end

    private

    def needs(program)
      skip "#{program} is not installed" unless keeper.which(program)
    end

    def python(*edits)
      environment = DrivenClient.environment(DrivenClient.contender("pymemcache"))
      skip environment.reason if environment.is_a?(Env::Unavailable)

      edits.map { |edit| EditedCopies.notation("pymemcache", edit) }
    end

    def look(explanation, name) = explanation.looks.find { |look| look.name == name }

    def explain(name, *sides) = look(explained([name], *sides), name)

    def explained(names, *sides)
      contenders = sides.map { |notation| DrivenClient.contender(notation) }
      run_on(names, contenders: contenders, environments: WarmCache.build(contenders))
    end

    # Drivers that trace nothing, unless `made` says otherwise.
    def run_on_made(names, **made)
      made = { "a" => { block: { trace: [] } }, "b" => { block: { trace: [] } }, **made }
      run_on(names, contenders: contenders(%w[a b]), made: made, **made_servers)
    end

    def run_on(names, contenders:, **more)
      Loop.names = names
      cells = contenders.each_with_index.map { |contender, at| MadeCells.cell(contender: contender, id: "c#{at + 1}") }
      writer.add("run", command: "explain", options: {})
      cells.each { |cell| writer.add("cell", cell.facts) }
      Loop.new(task: Lab::Explain::Task.new(cells: cells, seed: 1, all: false), engine: engine(contenders, **more)).call
      assert_empty writer.record.failures
      Stats::Explanation.of(writer.record)
    end
  end
end
