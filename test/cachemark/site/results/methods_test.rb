# frozen_string_literal: true

require "test_helper"

module Cachemark
  # Pages put figures of one method side by side, and say so where it is method 1.
  class Site::Results::MethodsTest < Minitest::Test
    STEP = { "id" => "c", "begun" => "2026-11-26T10:00:00Z", "step" => "q" }.freeze
    LATER = { at: "2026-11-28T10:00:00Z", method: 2 }.freeze
    CLEAN = { "PASS" => 300 }.freeze
    FORM = { "pairs" => [{ "of" => { "client" => "pymemcache", "scenario" => "client/get" },
                           "against" => { "client" => "pylibmc", "scenario" => "client/get" } }] }.freeze

    def test_the_first_page_says_what_its_times_are
      costs = { "dalli@5.3.2" => 21.0, "memcached@1.8.0" => 15.0 }
      check = MadeResults.check(costs.transform_values { CLEAN })
      first, later = [{}, LATER].map { |more| words(pages(MadeResults.run(costs, **more), check)["index.html"]) }

      assert_includes first, "Ruby clients with default options, method 1"
      assert_includes first, "time per get and bad outcomes, method 1"
      assert_includes first, "Times of method 1, of Cachemark 1.0, are without garbage collection."
      refute_includes first, "Times include garbage collection"
      assert_includes later, "Times include garbage collection, each collection at one price."
      refute_includes later, "method 1"
    end

    def test_a_client_has_a_table_of_each_method_and_nothing_twice
      first = MadeResults.run({ "dalli@5.3.2" => 21.0, "dalli@4.3.10" => 25.0 })
      page = pages(first, MadeResults.run({ "dalli@5.3.2" => 23.0 }, **LATER))["clients/ruby-dalli.html"]
      later, earlier = page.scan(%r{<table[^>]*id="costs-grid.*?</table>}m).map { |table| words(table) }

      assert_match(/\A Time per call: the newest figure of each configuration scenario .* 23\.0 µs/, later)
      assert_match(/\A Time per call: the newest figure of each configuration, method 1 scenario .* 25\.0 µs/, earlier)
      refute_match(/2[15]\.00 µs/, later)
      refute_match(/2[13]\.00 µs/, earlier)
      assert_includes words(page), "a get takes 23.0 µs ± 0.5 % on Ruby 3.3.8, memcached 1.6.45."
    end

    def test_a_table_of_a_later_method_names_its_machine
      first = MadeResults.run({ "dalli@5.3.2" => 21.0, "dalli@4.3.10" => 25.0 })
      elsewhere = { machine: { id: "aaaa0000bbbb1111", cpu: "Intel Xeon" } }
      page = words(pages(first, MadeResults.run({ "dalli@5.3.2" => 23.0 }, **LATER, **elsewhere))["clients/ruby-dalli.html"])

      assert_includes page, "Time per call on intel-xeon-2-aaaa0000: the newest figure of each configuration"
      assert_includes page, "Time per call: the newest figure of each configuration, method 1"
    end

    def test_a_chart_of_a_client_has_one_method
      first = MadeResults.run({ "dalli@5.3.2" => 21.0, "dalli@4.3.10" => 25.0 })
      found = [{ "dalli@5.3.2" => 23.0 }, { "dalli@5.3.2" => 23.0, "dalli@4.3.10" => 27.0 }].map do |costs|
        page = pages(first, MadeResults.run(costs, **LATER))["clients/ruby-dalli.html"]
        page.scan(/"text":"dalli [^"]*, client\/get: ([\d.]+)/).flatten
      end

      assert_equal [%w[1.40 1.67], %w[1.53 1.80]], found.map(&:sort)
    end

    def test_sizes_are_compared_by_one_method
      sizes = lambda do |costs, **more|
        costs.map { |size, us| MadeResults.run({ "dalli@5.3.2" => us }, scenario: "client/get,size=#{size}", **more) }
      end
      first = sizes.call({ "100" => 21.0, "1k" => 22.0 })
      texts = [{ "100" => 31.0 }, { "100" => 31.0, "1k" => 32.0 }].map do |costs|
        words(pages(*first, *sizes.call(costs, **LATER))["clients/ruby-dalli.html"][%r{<table[^>]*id="over-.*?</table>}m])
      end

      assert_match(/by size, method 1 .*21\.0 µs.*22\.0 µs/, texts.first)
      assert_match(/by size configuration.*31\.0 µs.*32\.0 µs/, texts.last)
    end

    def test_comparisons_of_method_1_are_apart
      comparisons = [{}, LATER].map { |more| MadeResults.compare("dalli@5.3.2", "dalli@4.3.10", 0.2, [0.19, 0.21], **more) }
      text = words(pages(*comparisons)["clients/ruby-dalli.html"])

      assert_match(/Comparisons dalli 5\.3\.2 is 20 % slower .* By method 1 dalli 5\.3\.2 is 20 % slower/, text)
      refute_includes words(pages(comparisons.last)["clients/ruby-dalli.html"]), "method 1"
    end

    def test_a_question_says_that_its_figures_are_of_method_1
      first, later = [{}, LATER].map do |more|
        run = MadeResults.run({ "dalli@5.3.2" => 21.0 }, campaign: STEP, **more)
        pages(run, steps: [question(run.argv)]).slice("index.html", "questions/q.html").values.map { |page| words(page) }
      end

      assert_match(/Why\? An answer\. \(method 1\)/, first.first)
      assert_includes first.last, "These times are of method 1, without garbage collection."
      assert_includes first.last, "Cachemark 1.0.0 (method 1)"
      assert_includes first.last, "Time per call, method 1"
      refute_match(/method 1/, later.join)
    end

    def test_a_question_shows_the_intervals_that_decide_its_answer
      run = MadeResults.run({ "pymemcache@4.0.0" => 22.0, "pylibmc@1.6.3" => 20.0 }, campaign: STEP, **LATER)
      page = words(pages(run, steps: [question(run.argv, Catalog::Campaign::Answer.of(FORM))])["questions/q.html"])

      assert_match(/hold together with a probability of 99 %\. .* pylibmc 1\.6\.3 \S* ?slower \+10\.0 % \[9\.0, 11\.0\]/, page)
    end

    def test_another_answer_about_time_is_said_too
      verdicts = { "wall" => 0.04, "mean" => 0.1 }.map do |metric, effect|
        MadeResults.verdict("dalli@5.3.2", "dalli@4.3.10", effect, metric: metric)
      end

      assert_equal "dalli 5.3.2 is 4.0 % slower than dalli 4.3.10 in get. " \
                   "Over all calls, dalli 5.3.2 is 10 % slower than dalli 4.3.10 in get.",
                   Site::Results::Answer.new(MadeResults.compared(verdicts, method: 2)).to_s
    end

    def test_rules_are_those_of_the_methods_that_are_shown
      rules = [[{}], [LATER], [{}, LATER]].map do |all|
        page = words(pages(*all.map { |more| MadeResults.run({ "dalli@5.3.2" => 21.0 }, **more) })["rules.html"])
        ["Do not compare a time of run", "A time includes garbage collection."].map { |text| page.include?(text) }
      end

      assert_equal [[true, false], [false, true], [true, true]], rules
    end

    def test_data_has_the_method_of_each_result
      page = pages(MadeResults.run({ "dalli@5.3.2" => 21.0 }, campaign: STEP),
                   MadeResults.run({ "dalli@5.3.2" => 21.0 }, campaign: { **STEP, "begun" => LATER[:at] }, **LATER))["data.html"]

      assert_includes words(page), "c of 2026-11-26T10:00:00Z on amd-epyc-2-9908babf (method 1) and c of"
      assert_match(/one-core 2 .*one-core 1 /, words(page))
    end

    private

    def pages(*results, steps: [])
      campaign = Catalog::Campaign.new(id: "c", title: "c", summary: "c", steps: steps)
      contents = Site::Results::Contents.new(survey: MadeResults.survey(*results), campaigns: [campaign], repository: nil)
      Site::Results::Pages.new(contents, Results::Folder.new("/nowhere")).texts
    end

    def words(page) = page.dup.force_encoding("UTF-8").gsub(/<wbr>/, "").gsub(/<[^>]+>/, " ").gsub(/[[:space:]]+/, " ")
    def question(argv, answer = nil) = Catalog::Campaign::Step.new(id: "q", argv: argv, question: "Why?", answer: answer)
  end
end
