# frozen_string_literal: true

require "test_helper"

module Cachemark
  class CLI::OptionsTest < Minitest::Test
    # A command that only reads its options.
    def self.reader(type)
      Class.new(type) do
        @groups = type.groups
        define_method(:name) { type.name[/\w+\z/].downcase }
        define_method(:perform) { |_words| 0 }
        define_method(:read) { |argv| call(argv).then { @options } }
      end
    end
    private_class_method :reader

    Run, Compare, Gate, Outage, Doctor = [CLI::Run, CLI::Compare, CLI::Gate, CLI::Outage, CLI::Doctor].map { |type| reader(type) }
    Check, Contribute, Explain, History, Show =
      [CLI::Check, CLI::Contribute, CLI::Explain, CLI::History, CLI::Show].map { |type| reader(type) }

    def test_quantities_are_read_once
      assert_equal({ for_s: 40.0, iterations: 20, seed: 7, servers: 2 },
                   options("--for", "40s", "--with", "seed=7", "--with", "ring=2").merge(options("--for", "20x")))
      assert_equal({ server: [Access.tcp("127.0.0.1", 11_211)], until: 0.01 },
                   options("--with", "server=127.0.0.1:11211", "--for", "1%"))
      assert_equal({ until: 0.02, for_s: 60.0 }, read(Compare, "--for", "2%", "--for", "60s"))
      assert_equal({ until: 0.02, for_s: 60.0 }, read(Compare, "--until", "2%", "--for", "60s"))
    end

    def test_an_open_loop_has_rates_arrivals_and_a_limit
      assert_equal({ rates: [10, 100], arrivals: "fixed", slo_ns: 500_000 },
                   options("--rate", "10..100/2", "--rate", "fixed", "--slo", "500us"))
    end

    # A comma within a number is none between two texts.
    def test_texts_of_one_option_are_parted_by_commas
      assert_equal({ rates: [2500], arrivals: "fixed" }, options("--rate", "2,500,fixed"))
      assert_equal({ rates: [1000, 2000] }, options("--rate", "1,000..2,000/2"))
      assert_equal({ until: 0.01, for_s: 600.0 }, options("--for", "1%,10m"))
      assert_equal({ iterations: 10_000 }, options("--for", "10,000x"))
      found = ["1,000", "20,900d"].map { |text| read(History, "--keep", text) }
      assert_equal [[1000, 20], [%i[keep], %i[keep older_than]]], [found.map { |options| options[:keep] }, found.map(&:keys)]
      [["--rate", "5000,8000"], ["--for", "10m,20m"], ["--slo", "1ms,2ms"]].each do |words|
        assert_match(/exclude each other/, assert_raises(Usage) { options(*words) }.message)
      end
      assert_match(/given twice/, assert_raises(Usage) { read(Gate, "--exact", "--metric", "wall") }.message)
    end

    def test_some_may_be_repeated
      assert_equal({ scenarios: %w[client/* mixed], runtimes: [%w[ruby /a], %w[ruby /b]], modes: %w[sync] },
                   options("--scenario", "client/*", "--scenario", "mixed", "--with", "ruby=/a", "--with", "ruby=/b", "--with",
                           "mode=sync"))
    end

    def test_the_words_of_a_list_are_options
      assert_equal({ rtts: %w[1ms 2ms], jits: %w[yjit], runtimes: [%w[python 3.13]], placement: "spread" },
                   options("--with", "rtt=1ms,2ms,jit=yjit,python=3.13", "--with=placement=spread"))
      assert_equal({ servers_from: "1.6.18..1.6.45" }, read(Compare, "--with", "memcached=1.6.18..1.6.45"))
      { "ruby=" => "needs a value", "ruby" => "needs a value", "rubi=3" => "no such word", "jit=yjit,x" => "unknown choice",
        "placement=spread,spread" => "no such word", "" => "no such word" }.each do |text, message|
        assert_includes assert_raises(Usage) { options("--with", text) }.message, message, text
      end
      assert_match(/given twice/, assert_raises(Usage) { options("--with", "install=no,install=cached") }.message)
      assert_match(/takes no value/, assert_raises(Usage) { options("--allow", "unsafe=yes") }.message)
    end

    def test_the_servers_of_a_ring_are_one_list
      parts = CLI::Run.option(:with).parts("server=a:1,tls://b:2?ca=c,jit=yjit")

      assert_equal [%w[server a:1], %w[server tls://b:2?ca=c], %w[jit yjit]], parts.map { |member, text| [member.word, text] }
    end

    def test_a_number_of_hosts_is_a_form_of_their_option
      assert_equal({ on: "ssh:h1,h2", replicas: 4 }, options("--on", "ssh:h1,h2", "--on", "4"))
      assert_match(/\A--on must be a whole number/, assert_raises(Usage) { options("--on", "0") }.message)
      assert_match(/\A--on N needs --on\n/, assert_raises(Usage) { options("--on", "4") }.message)
    end

    def test_a_form_of_a_value_is_another_option
      assert_equal({ rates: [5000], arrivals: "fixed", slo_ns: 1_000_000, fail_on_slo: true },
                   options("--rate", "5000,fixed", "--slo", "1ms,fail"))
      assert_equal({ counts: %w[writes instructions], latencies: true },
                   options("--metric", "writes,latencies,instructions", "--count", "writes"))
      assert_equal({ metrics: [*Vocabulary::Metrics::EXACT, "wall"] }, read(Gate, "--metric", "counts,wall"))
      assert_equal({ measure: false }, read(Doctor, "--no-measure"))
      assert_equal [{ last: 20 }, { since: "2026-11-01" }], %w[20 2026-11-01].map { |text| read(History, "--last", text) }
      assert_match(/\A\d{4}-\d\d-\d\dT/, read(History, "--last", "90d")[:since])
    end

    def test_words_take_the_place_of_options
      assert_equal({ fail_on: %w[CORRUPT HANG], fail_fast: true }, read(Check, "--fail-on", "CORRUPT,first,HANG"))
      assert_equal({ cases: %w[key/*], thorough: true }, read(Check, "--case", "key/*", "--case", "thorough"))
      assert_equal({ write_baseline: "a.json" }, read(Check, "-o", "baseline=a.json"))
      assert_equal({ campaign: "a,b.yml", short: true, restart: true }, read(Contribute, "--campaign", "a,b.yml,short,restart"))
      assert_equal({ format: "markdown", full: true }, read(Show, "--format", "markdown,full"))
      assert_equal({ output: "a.md", format: "markdown", full: true }, read(Explain, "-f", "full", "-o", "a.md"))
      assert_equal({ faults: [["slow", 2]], delay_ns: 500_000_000, for_s: 30.0, repeats: 5 },
                   read(Outage, "--fault", "slow=2,500ms", "--for", "30s,5x"))
    end

    # A comma may be in the name of a file.
    def test_a_suite_may_be_as_it_was_published
      assert_equal({ suite: "a,b.yml", as_published: true }, options("--suite", "a,b.yml,as-published"))
      assert_equal({ suite: "a,b.yml" }, options("--suite", "a,b.yml"))
      assert_equal({ as_published: true }, options("--suite", "as-published"))
    end

    def test_an_incident_has_a_server_a_begin_and_a_length
      assert_equal({ faults: [["stop", 2]], times: [{ at_s: 1.0, lasts_s: 4.0 }] },
                   read(Outage, "--fault", "stop=2", "--at", "1s+4s"))
      assert_equal({ faults: [["kill", 1]], times: [{ at_s: 1.0 }, { lasts_s: 4.0 }] },
                   read(Outage, "--fault", "kill", "--at", "1s", "--lasts", "4s"))
    end

    def test_a_mode_has_one_way_to_be_written
      assert_equal({ modes: %w[gevent-8,shared sync], jits: %w[yjit] }, options("--with", "mode=gevent-8,shared,sync,jit=yjit"))
      assert_equal({ modes: %w[sync gevent-8,shared], allow_unsafe: true },
                   options("--with", "mode=sync", "--with", "mode=gevent-08,shared", "--allow", "unsafe"))
    end

    def test_switches
      assert_equal({ latencies: true, as_published: true, allow_non_empty: true, install: "cached", allow_incomplete: true },
                   options("--metric", "latencies", "--suite", "as-published", "--allow", "non-empty", "--with", "install=cached",
                           "--allow",
                           "incomplete"))
      assert_equal({ install: "no" }, options("--with", "install=no"))
    end

    def test_a_comparison_is_judged_by_one_per_cent_of_wall_time_unless_options_say_otherwise
      given = read(Compare, "--margin", "2%", "--with", "alpha=5%", "--metric", "cpu,wall,cpu")

      assert_equal({ margin: 0.01, alpha: 0.01, metrics: ["wall"] }, CLI::Compared.judging({}))
      assert_equal({ margin: 0.02, alpha: 0.05, metrics: %w[cpu wall] }, CLI::Compared.judging(given))
    end

    def test_old_spellings_go_on_working_with_a_note
      notes = []
      renewed = ->(*argv) { CommandLine.renewed(argv) { |old, new| notes << "#{old}: #{new}" } }

      assert_equal %w[--for 5s --output junit=a.xml dalli], renewed["--for", "5s", "--junit", "a.xml", "dalli"]
      assert_equal %w[--output junit=a=b.xml -- --junit c], renewed["--junit=a=b.xml", "--", "--junit", "c"]
      assert_equal ["--junit: --output junit=FILE"], notes.uniq
      assert_equal({ reports: [["junit", "a.xml"]] }, read(Gate, "--junit", "a.xml"))
      assert_equal({ full: true, iterations: 7, suite: "classic", as_published: true },
                   options("--columns", "all", "--iterations", "7", "--suite", "classic", "--as-published"))
      assert_equal({ full: true }, read(Explain, "--all"))
      assert_equal({ restart: true, short: true }, read(Contribute, "--restart", "--short"))
    end

    def test_an_output_is_the_report_or_a_word_and_a_file
      assert_equal({ reports: [%w[json a], %w[html b=c]], output: "x=y.html", format: "html" },
                   options("-o", "json=a", "-o", "html=b=c", "-o", "x=y.html"))
      assert_equal({ record: "a", history: "h" }, options("-o", "record=a", "-o", "history=h"))
      assert_equal({ record: "a=b.jsonl", output: "a.json", format: "json" }, options("-o", "a=b.jsonl", "-o", "a.json"))
      assert_match(/names no file/, assert_raises(Usage) { options("-o", "json=") }.message)
    end

    def test_an_option_has_one_name_in_all_commands
      options = CLI::COMMANDS.values.flat_map { |name| CLI.const_get(name).groups.values.flatten }

      single = options.flat_map { |option| [option, *option.members] }.select { |option| option.members.empty? }
      single.uniq(&:key).each do |option|
        assert_equal option.names.last, CLI::Options.flag(option.key), option.key
      end
    end

    private

    def options(*argv) = read(Run, *argv)
    def read(type, *argv) = type.new(out: nil, err: nil).read(argv)
  end
end
