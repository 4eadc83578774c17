# frozen_string_literal: true

require "test_helper"
require "shellwords"

class ReportProvenanceTest < Minitest::Test
  def test_says_machine_runtime_server_and_command
    assert_equal ["Debian GNU/Linux 12 (bookworm), AMD EPYC, 8GB RAM", "ruby 3.1.2p20", "memcached 1.6.18, placement one-core",
                  "Cachemark 0.1.0, 2026-11-21T10:00:00Z, seed 7: cachemark compare dalli@2.7.11 dalli@3.2.8"],
                 of(MadeVerdicts.comparison(run: { **MadeVerdicts::RUN, "method" => 2 })).sentences
  end

  def test_times_of_an_earlier_version_have_the_label_of_their_method
    provenance = of(MadeVerdicts.comparison)

    assert_equal 1, provenance.sentences.join.scan("Cachemark 0.1.0 (method 1), 2026-11-21").size
    assert_equal "0.1.0 (method 1)", provenance.facts["Cachemark"]
    assert provenance.dateline.end_with?("Cachemark 0.1.0 (method 1)"), provenance.dateline
    later = of(MadeVerdicts.comparison(run: { **MadeVerdicts::RUN, "method" => 2 }))

    assert_equal [1, 1, 2, 2], [provenance, later].flat_map { |one| [one.head("x")[:method], one.columns["method"]] }
  end

  def test_a_record_without_times_per_call_has_no_method
    [{ "command" => "check" }, { "command" => "run", "options" => { "rates" => [200] } },
     { "command" => "compare", "options" => { "metrics" => ["instructions"] } }].each do |other|
      provenance = of(MadeVerdicts.comparison(run: { **MadeVerdicts::RUN, **other }))

      refute_match(/method/, provenance.sentences.join)
      refute_includes provenance.head("x"), :method
      refute_includes provenance.columns, "method"
    end
  end

  def test_says_that_nothing_is_pinned
    run = MadeVerdicts::RUN.merge("placement" => { "name" => "spread", "pinned" => false })

    assert_includes of(MadeVerdicts.comparison(run: run)).sentences, "memcached 1.6.18, placement spread, nothing pinned"
  end

  def test_a_run_without_a_server_names_none
    run = MadeVerdicts::RUN.merge("server" => {}, "machine" => {})

    assert_equal 2, of(MadeVerdicts.comparison(run: run, environments: [])).sentences.size
  end

  def test_names_the_releases_of_a_pip_index
    locks = ["# pip pymemcache==3.9.0\nsix 1.16.0 six-1.16.0.whl sha256:00\n", "# pip pymemcache==4.0.0\n", "GEM\n",
             "# path umemcache sha256:00\nfor gevent: greenlet 1.1.3 greenlet-1.1.3.whl sha256:00\n"]
    environments = locks.map { |lock| { "contender" => "one", "lock" => lock } }
    provenance = of(MadeVerdicts.comparison(environments: environments))

    assert_includes provenance.sentences, "From the pip index: pymemcache==3.9.0, pymemcache==4.0.0, greenlet==1.1.3"
    assert_equal "pymemcache==3.9.0, pymemcache==4.0.0, greenlet==1.1.3", provenance.facts["Pip index"]
  end

  def test_the_head_of_a_document_begins_with_its_schema
    head = of(MadeVerdicts.comparison).head("cachemark/x/1")

    assert_equal({ schema: "cachemark/x/1", command: "compare", cachemark: "0.1.0", method: 1 }, head.first(4).to_h)
    assert_equal({}, head[:suite])
  end

  private

  def of(comparison) = Cachemark::Report::Provenance.new(comparison)
end
