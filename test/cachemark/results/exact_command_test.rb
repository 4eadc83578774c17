# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Results::ExactCommandTest < Minitest::Test
    # `exact` are {id of a contender => its exact notation}.
    def words(argv, exact, **facts)
      made = MadeResults.run(exact.keys.to_h { |id| [id, 20.0] }, argv: argv)
      contenders = made.facts["contenders"].map { |one| one.merge("notation" => exact.fetch(one["id"]), **facts) }
      Results::ExactCommand.of(Results::Result.new(made.facts.merge("contenders" => contenders))).join(" ")
    end

    def test_each_contender_has_its_version_and_keeps_its_options
      exact = { "dalli@newest,ruby=3.3,jit=yjit" => "dalli@5.3.2,ruby=~/ruby,jit=yjit", "pymemcache" => "pymemcache@4.0.0" }

      assert_equal "compare dalli@5.3.2,ruby=3.3,jit=yjit pymemcache@4.0.0 --scenario client/get",
                   words(["compare", *exact.keys, "--scenario", "client/get"], exact)
    end

    def test_options_of_the_command_stay_options_of_the_command
      assert_equal "run dalli@5.3.1 --with ruby=3.3 --with memcached=1.6.45",
                   words(%w[run dalli@newest-1 --with ruby=3.3 --with memcached=newest],
                         { "dalli@newest-1,ruby=3.3" => "dalli@5.3.1,ruby=~/ruby" })
    end

    def test_servers_are_exact
      exact = { "dalli,memcached=1.6.18" => "dalli@5.3.2,memcached=1.6.18" }

      assert_equal "compare dalli@5.3.2 --with memcached=1.6.18..1.6.45",
                   words(%w[compare dalli --with memcached=1.6.18..newest], exact)
    end

    def test_the_newest_library_and_the_newest_runtime_are_exact
      exact = { "mem_cache_store@newest,dalli=newest" => "mem_cache_store@8.1.1,dalli=5.3.2",
                "dalli@newest,ruby=newest" => "dalli@5.3.2,ruby=~/ruby",
                "pylibmc@newest,python=newest,binary=on" => "pylibmc@1.6.3,binary=on" }

      assert_equal "run mem_cache_store@8.1.1,dalli=5.3.2 dalli@5.3.2,ruby=3.3 pylibmc@1.6.3,binary=on",
                   words(["run", *exact.keys], exact, "runtime_version" => "3.3.8")
    end

    def test_a_suite_and_a_reference_have_no_version
      assert_equal "run socket --suite gevent", words(%w[run socket --suite gevent], { "socket" => "socket" })
    end
  end
end
