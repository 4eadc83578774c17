# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::ExplanationTest < Minitest::Test
    def test_a_site_that_only_one_contender_has_is_a_difference_of_all_its_calls
      row = rows([[site("A#a", 2)]], [[site("A#a", 2), site("A#b", 3, place: "lib/b.rb:7")]]).first

      assert_equal ["A#b", "lib/b.rb:7", [0.0, 3.0], 3.0], [row.name, row.place, row.costs, row.difference]
      # Methods match by name wherever they are.
      assert_empty rows([[site("A#a", 2, place: "lib/a.rb:1")]], [[site("A#a", 2, place: "lib/b.rb:9")]])
    end

    # As in the verdicts of a gate; the name of the file is another one.
    def test_a_scenario_has_its_label
      lines = MadeExplanation.record.lines.map do |line|
        line["type"] == "cell" ? line.merge("scenario" => "client/get-plain", "definition" => { "label" => "get:plain" }) : line
      end

      assert_equal ["get:plain", "get"],
                   [Record.from_lines(lines), MadeExplanation.record].map { |record| Stats::Explanation.of(record).label }
    end

    # Allocations by bytes.
    def test_increases_come_first_then_decreases_each_from_the_largest
      { "calls" => [[[9], [2], [0], [1]], [[1], [1], [2], [5]], [["d", 4.0], ["c", 2.0], ["a", -8.0], ["b", -1.0]]],
        "allocations" => [[[1, 40], [1, 40]], [[5, 200], [2, 900]], [["b", 860.0], ["a", 160.0]]] }
        .each do |look, (before, after, wanted)|
        sides = [before, after].map { |own| [own.zip("a".."d").map { |(count, bytes), name| site(name, count, bytes: bytes) }] }
        assert_equal wanted,
                     rows(*sides, look: look).map { |row| [row.name, look == "calls" ? row.difference : row.bytes_difference] }
      end
    end

    def test_the_place_is_the_line_that_differs_most_even_if_lines_have_moved
      before, after = [[[5, "one", 1], [6, "four", 4]], [[5, "two", 2], [6, "one", 1], [7, "four", 4]]].map do |lines|
        [lines.map { |number, text, count| site("Array in A#a", count, place: "lib/a.rb:#{number}", text: text, bytes: 40) }]
      end

      assert_equal ["lib/a.rb:5"], rows(before, after, look: "allocations").map(&:place)
    end

    def test_lines_of_methods_that_only_one_contender_has_are_no_differences
      after = [[site("A#a", 1, text: "x = 2"), site("A#b", 1, text: "y")]]

      assert_equal ["x = 2", "x = 1"], rows([[site("A#a", 1, text: "x = 1")]], after, look: "lines").map(&:text)
    end

    # The counts of each process of both. One that is not the same in each call is not steady.
    def test_a_difference_as_large_as_between_processes_is_chance
      { [[1.0, 1.2], [1.3, 1.4]] => [0, 1], [[1.0, 1.05], [2.0, 2.05]] => [1, 0] }.each do |counts, wanted|
        assert_equal wanted, counted(*counts).then { |look| [look.rows.size, look.varying] }
      end
      assert_equal [true, false, false], [[[1.0, 1.0], [2.0, 2.0]], [[1.0, 1.0], [2.0, 2.02]], [[1.02, 1.02], [1.9, 1.9]]]
        .map { |counts| counted(*counts).steady? }
      # A few of a thousand instructions are chance as well.
      assert_equal [0, 1], [1000.5, 1003].map { |count| counted([1000], [count], look: "instructions").rows.size }
    end

    def test_instructions_are_summed_by_library
      sites = [20, 50].map { |count| [[site("f", 10, place: "a.so", text: nil), site("g", count, place: "a.so", text: nil)]] }
      row = MadeExplanation.of(sites: { "instructions" => sites }).looks.find { |look| look.name == "libraries" }.rows.first

      assert_equal ["a.so", "g", 30.0], [row.name, row.place, row.difference]
    end

    # System calls that differ as much between processes are chance.
    def test_traffic_is_what_strace_and_the_proxy_saw
      rows = lambda do |writes, trips|
        MadeExplanation.of(more: MadeExplanation.traffic(writes: writes, round_trips: trips)).looks.first.rows
      end

      assert_equal [["writes", [1.0, 2.0]], ["round trips", [1.0, 3.0]]],
                   rows.call([1, 2], [1, 3]).map { |row| [row.name, row.costs] }
      assert_equal [[], [[1.0, 2.0]]],
                   [[[1.0, 2.0], [2.0, 1.5]], [[1.0, 1.0], [2.0, 2.0]]].map { |all| rows.call(all, [1, 1]).map(&:costs) }
    end

    def test_a_look_without_its_instrument_says_why
      look = MadeExplanation.of(more: [MadeExplanation.unexplained("instructions")]).looks.first

      assert_equal ["instructions", "there is no valgrind here", "install the Debian package valgrind"],
                   [look.name, look.reason, look.try]
    end

    def test_its_own_line_is_that_of_the_first_increase_in_the_contenders_own_files
      before = [[site("A#a", 9, place: "lib/dalli/old.rb:3"), site("A#b", 1)]]
      after = [[site("A#a", 1), site("B#b", 9, place: "lib/pool.rb:5"), site("A#c", 2, place: "lib/dalli/a.rb:7")]]
      made = MadeExplanation.of(sites: { "calls" => [before, after] })
      own = Stats::Explanation::OwnFiles.new(main: "/me/dalli/lib/dalli.rb")

      assert_equal ["/me/dalli/lib/dalli/a.rb", 7], made.with(own: own).own_line
      assert_nil made.own_line
    end

    private

    def site(...) = MadeExplanation.site(...)
    def rows(before, after, look: "calls") = look(before, after, name: look).rows
    def look(before, after, name: "calls") = MadeExplanation.of(sites: { name => [before, after] }).looks.first

    # Of a site with these counts in processes of both contenders.
    def counted(*counts, look: "calls") = look(*counts.map { |own| own.map { |count| [site("A#a", count)] } }, name: look)
  end

  class Stats::Explanation::OwnFilesTest < Minitest::Test
    # Places of other libraries, of the scenario and of traffic are not among them.
    def test_a_place_in_the_library_of_a_folder_is_a_file_there
      { "/me/dalli/lib/dalli.rb" => %w[lib/dalli.rb lib/dalli/client.rb], "/me/src/memcache.py" => %w[memcache.py],
        "/me/src/pymemcache/__init__.py" => %w[pymemcache/__init__.py pymemcache/client/base.py] }.each do |main, paths|
        paths.each { |path| assert_equal ["#{main[%r{\A/me/(?:src|dalli)}]}/#{path}", 12], own("/me", main).at("#{path}:12") }
      end
      dalli = own("/me/dalli", "/me/dalli/lib/dalli.rb")
      ["lib/connection_pool.rb:5", "/usr/lib/ruby/monitor.rb:9", "(scenario):13", "a.so", nil].each do |place|
        assert_nil dalli.at(place)
      end
    end

    def test_a_library_that_was_loaded_from_elsewhere_has_none
      [["/me/dalli", "/me/.cache/built/lib/dalli.rb"], ["/me/dalli", "/me/dalli-old/lib/dalli.rb"],
       [nil, "/me/dalli/lib/dalli.rb"]].each { |folder, main| assert_nil own(folder, main) }
    end

    private

    def own(folder, main)
      process = { "type" => "process", "contender" => "dalli@path:.", "file" => main }
      cell = { "contender" => "dalli@path:.", "notation" => folder ? "dalli@path:#{folder},protocol=meta" : "dalli@git:abc123" }
      Stats::Explanation::OwnFiles.of(Record.from_lines([process]), cell)
    end
  end
end
