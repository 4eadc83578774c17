# frozen_string_literal: true

require "test_helper"

module Cachemark
  class CLI::OnHostsTest < Minitest::Test
    include ACommand
    include MemcachedServer

    COMPARE = %w[compare dalli@2.7.11 dalli@3.2.8 --for 20s].freeze

    def test_each_host_runs_the_same_command_with_another_seed
      launches = on("ssh:h1,root@h2").launches([*COMPARE, "--on", "ssh:h1,root@h2", "--output", "x.json", "--color", "never"], 7)

      assert_equal %w[h1 root@h2], launches.map(&:host)
      program = ".cache/cachemark/hosts/h1/bin/cachemark"
      assert_equal [program, "--replica", ",", *COMPARE, "--color", "never", "--with", "seed=7"], launches.first.words
      assert_equal "seed=8", launches.last.words.last
    end

    def test_the_words_that_it_adds_are_not_recorded
      words = on("local", replicas: 1).launches(COMPARE, 7).first.words.drop(3)

      assert_equal COMPARE, CLI::OnHosts.words(words, replica: ",")
      assert_equal [*COMPARE, "--color", "never"], CLI::OnHosts.words([*COMPARE, "--color", "never"], replica: nil)
    end

    def test_hosts_that_share_a_load_know_how_many_they_are
      load = %w[run dalli --rate 2000..8000 --with server=cache:11211 --allow load --on ssh:h1,h2]
      words = on("ssh:h1,h2").launches(load, 7, together: true).last.words.drop(1)

      assert_equal %w[--replica ,,2 run dalli --rate 2000..8000 --with server=cache:11211 --allow load --color never --with seed=8
                      --allow non-empty],
                   words
      assert_equal 2, CLI::OnHosts::Replica.sharing(words[1])
      assert_nil CLI::OnHosts::Replica.sharing("NODE,JOB")
    end

    def test_replicas_take_turns_on_the_hosts
      assert_equal %w[h1 h2 h1], on("ssh:h1,h2", replicas: 3).launches(COMPARE, 7).map(&:host)
      assert_equal [nil] * 5, on("slurm:long", replicas: 5).launches(COMPARE, 7).map(&:host)
      assert_equal "SLURMD_NODENAME,SLURM_JOB_ID", on("slurm").launches(COMPARE, 7).first.words[2]
    end

    def test_launches_of_hosts_without_a_complete_record
      FolderTree.open({}) do |folder|
        path = File.join(folder, "r [old].jsonl")
        FileUtils.mkdir_p(Lab::Replicas.folder(path))
        { "h1" => { "outcome" => "complete" }, "h2" => nil }.each do |host, ending|
          lines = MadeComparison.lines(ending: ending)
          text = lines.map { |line| "#{::JSON.generate(line)}\n" }.join
          File.write(File.join(Lab::Replicas.folder(path), "#{host}.jsonl"), text)
        end
        earlier = CLI::OnHosts::EarlierRecords.new(path)

        assert_equal %w[h2], earlier.missing(on("ssh:h1,h2").launches(COMPARE, 7)).map(&:host)
        assert_equal %w[h1 h2 h2], earlier.missing(on("ssh:h1,h2", replicas: 4).launches(COMPARE, 7)).map(&:host)
        assert_equal 2, earlier.missing(on("slurm", replicas: 3).launches(COMPARE, 7)).size
        assert_equal "compare", earlier.argv("compare").first
        assert_match(/a run of compare, not of gate/, assert_raises(Usage) { earlier.argv("gate") }.message)
        assert_match(/1 host completed/, assert_raises(Usage) { earlier.missing(on("ssh:h1").launches(COMPARE, 7)) }.message)
        File.write(path, "notes of mine")
        assert_raises(Error) { CLI::OnHosts::EarlierRecords.new(path) }
        File.write(path, "")
        assert CLI::OnHosts::EarlierRecords.new(path)
      end
    end

    def test_hosts_may_come_from_a_file
      FolderTree.open("hosts" => "h1 # the old one\n\n# h9\nh2\n") do |folder|
        assert_equal %w[h1 h2], on("ssh:@#{folder}/hosts").launches(COMPARE, 7).map(&:host)
      end
      assert_match(/cannot read/, refusal("ssh:@/none"))
    end

    # ssh would take such a host for an option.
    def test_a_word_that_is_no_host_is_refused
      ["-oProxyCommand=touch x", "h1;id", "h1 h2", "$(id)"].each do |word|
        assert_match(/is not a host/, refusal("ssh:#{word}"), word)
      end
      assert_match(/names no host/, refusal("ssh"))
      assert_match(/local is one host/, refusal("local:h1"))
    end

    def test_files_of_this_machine_are_refused_where_hosts_do_not_share_it
      FolderTree.open("mine.yml" => "", "pairs" => "{}", "bin/memcached" => "", "x.json" => "") do |folder|
        Dir.chdir(folder) do
          { ["--suite=mine.yml"] => "mine.yml", ["--suite", "#{folder}/mine.yml"] => "mine.yml",
            ["--scenario", "mine.yml,keys=5"] => "mine.yml", ["--with", "data=pairs"] => "pairs", ["--data=pairs"] => "pairs",
            ["--with", "memcached=bin/memcached"] => "bin/memcached",
            ["dalli,memcached=bin/memcached"] => "bin/memcached", ["dalli@path:."] => "path:.",
            ["ultramemcache,gevent=path:."] => "path:.", ["--ruby=bin/memcached"] => "bin/memcached" }.each do |words, file|
            assert_match(/#{file} is a file of this machine/, refused(*COMPARE, *words, "--on", "ssh:h1"), words.join(" "))
          end
        end
      end
    end

    def test_files_that_only_this_machine_uses_are_not_refused
      FolderTree.open("x.json" => "", "dalli" => "", "run" => "") do |folder|
        Dir.chdir(folder) do
          words = [*COMPARE, "dalli", "--output", "x.json", "-o", "record=./run", "--with", "ruby=/bin/sh"]

          assert_nil on("ssh:h1").refuse_files([], { runtimes: [%w[ruby /bin/sh]] }, words)
          assert_nil on("slurm").refuse_files(["mine.yml"], {}, words)
        end
      end
    end

    def test_a_server_that_somebody_uses_is_not_loaded
      TCPSocket.open("127.0.0.1", memcached.port) { |socket| socket.write("set mine 0 0 1\r\n1\r\n") && socket.gets }
      load = ["run", "dalli", "--scenario", "client/get", "--rate", "200..400/2", "--with", "server=#{memcached.address}"]

      assert_match(/holds 1 item/, refused(*load, "--on", "local", "--output", file("r.jsonl")))
      refute_path_exists file("r.jsonl")
    end

    private

    def on(text, replicas: nil) = CLI::OnHosts.new(text, replicas: replicas, catalog: MadeCells::CATALOG)
    def refusal(text) = assert_raises(Usage) { on(text) }.message
  end
end
