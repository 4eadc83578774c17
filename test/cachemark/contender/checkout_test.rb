# frozen_string_literal: true

require "test_helper"

class ContenderCheckoutTest < Minitest::Test
  CATALOG = Cachemark::Catalog.load

  def here(dir, **words) = Cachemark::Contender::Checkout.here(catalog: CATALOG, places: Cachemark::Places.new(dir), **words)

  def refusal(dir, **words) = assert_raises(Cachemark::Usage) { here(dir, **words) }.message

  def sides(dir, word: nil, **asked) = here(dir, word: word, head: asked[:head]).sides(**asked)

  def folder(files) = FolderTree.open(files) { |root| yield File.realpath(root) }

  def test_the_gemspec_says_which_client
    { "s.name = 'dalli'" => "dalli", "spec.name = %q{memcache-client}" => "memcache-client",
      "s.name = \"memcached\".freeze" => "memcached", "s.name = 'activesupport'" => "mem_cache_store" }.each do |line, client|
      folder("some.gemspec" => line) { |dir| assert_equal client, here(dir).client.name }
    end
    folder("dalli.gemspec" => "s.name = NAME") { |dir| assert_equal "dalli", here(dir).client.name }
  end

  def test_of_several_gemspecs_the_one_that_the_catalogue_knows
    folder("a.gemspec" => "s.name = 'other'", "b.gemspec" => "s.name = 'dalli'") do |dir|
      assert_equal "dalli", here(dir).client.name
    end
    folder("a.gemspec" => "s.name = 'memcached'", "b.gemspec" => "s.name = 'dalli'") do |dir|
      assert_equal "#{dir} holds several clients: memcached, dalli\nname one: cachemark gate memcached", refusal(dir)
      assert_equal "dalli", here(dir, word: "dalli").client.name
    end
  end

  def test_an_unpacked_gem_has_no_gemspec
    folder("lib/dalli.rb" => "", "lib/rack/x.rb" => "") { |dir| assert_equal "dalli", here(dir).client.name }
  end

  def test_a_module_says_which_client
    { "pylibmc" => "src/pylibmc/__init__.py", "python-memcached" => "memcache.py",
      "ultramemcache" => "python/umemcache.cpp" }.each do |client, file|
      folder(file => "", "setup.py" => "") { |dir| assert_equal client, here(dir).client.name }
    end
    folder("pymemcache/__init__.py" => "") do |dir|
      found = sides(dir, word: "pymemcache", base: "newest")
      assert_equal ["pymemcache@newest", "pymemcache@path:."], [found.baseline, found.contender]
      error = assert_raises(Cachemark::Usage) { sides(dir, word: "pylibmc", base: "newest") }
      assert_match(%r{holds none of pylibmc\.py, pylibmc/__init__\.py, }, error.message)
    end
  end

  def test_reports_unchanged_sources_in_each_language
    ARepository.open("pymemcache") do |made|
      made.write("pymemcache/__init__.py", "1")
      made.commit
      assert_match(/sources are those of/, sides(made.dir, word: "pymemcache").unchanged)
      made.write("pymemcache/serde.py", "2")
      assert_nil sides(made.dir, word: "pymemcache").unchanged
    end
  end

  def test_a_refusal_says_which_command_to_run_instead
    folder("x" => "") do |dir|
      assert_match(/holds the library of no known client\ngo to .* cachemark gate CLIENT .*--head VERSION$/, refusal(dir))
    end
    folder("x.gemspec" => "s.name = 'redis'") { |dir| assert_match(/knows no client of the gem redis/, refusal(dir)) }
    folder("x.gemspec" => "s.name = 'redis'") do |dir|
      assert_match(/is of the gem redis\n.*--head path:DIR/,
                   assert_raises(Cachemark::Usage) { sides(dir, word: "dalli", base: "newest") }.message)
      assert_equal "cachemark gate dalli --base VERSION --head 3.2.8", refusal(dir, word: "dalli@3.2.8")[/write (.*)/, 1]
    end
  end

  def test_a_head_that_is_no_folder_is_refused
    [nil, "dalli"].each do |word|
      assert_match(%r{\A--head path:/nowhere: /nowhere is not a folder$}, refusal(".", word: word, head: "path:/nowhere"))
    end
  end

  def test_the_remedy_repeats_the_command_that_was_typed
    typed = { command: %w[find git:a..b] }
    folder("x" => "") { |dir| assert_match(/name the client: cachemark find git:a..b CLIENT/, refusal(dir, **typed)) }
    folder("a.gemspec" => "s.name = 'memcached'", "b.gemspec" => "s.name = 'dalli'") do |dir|
      assert_match(/name one: cachemark find git:a..b memcached/, refusal(dir, **typed))
      assert_match(/write cachemark find git:a..b dalli\z/, refusal(dir, word: "dalli@3.2.8", **typed))
    end
  end

  def test_refuses_an_unknown_side_and_lists_the_forms
    ARepository.open("dalli") do |made|
      made.git("branch", "side")
      { { base: "side" } => /\A--base side: a ref .*\nwrite --base git:side\z/,
        { base: "foo" } => /\A--base foo: it is not a version, and no ref of .*\nwrite --base git:REF, path:DIR, newest or V/,
        { base: "newest", head: "pth:x" } => /\A--head pth:x: no such place\nwrite --head git:REF, path:DIR, newest or VERSION\z/,
        { base: "newest", head: "foo" } => /\A--head foo: it is not a version, and no ref .*\nwrite --head git:REF, path:DIR/ }
        .each { |asked, wanted| assert_match wanted, assert_raises(Cachemark::Usage) { sides(made.dir, **asked) }.message }
    end
    folder("s.gemspec" => "s.name = 'dalli'") do |dir|
      assert_match(/ is not a git repository\nwrite --base 3.2.8, without the v\z/,
                   assert_raises(Cachemark::Usage) { sides(dir, base: "v3.2.8") }.message)
    end
    folder("s.gemspec" => "s.name = 'memcache-client'") do |dir|
      assert_equal "memcache-client@rails-2.2.2", sides(dir, base: "rails-2.2.2").baseline
      assert_match(/is not a git repository/, assert_raises(Cachemark::Usage) { sides(dir, base: "foo") }.message)
    end
  end

  def test_a_branch_is_judged_against_where_it_left_main_if_anything_changed
    ARepository.open("dalli") do |made|
      base = made.git("rev-parse", "HEAD")
      assert_match(/nothing has changed since the merge-base with main: .* --base git:HEAD~1/, sides(made.dir).unchanged)
      assert_match(/nothing has changed/, sides(made.dir, head: "git:main").unchanged)
      made.git("checkout", "--quiet", "-b", "side")
      made.write("lib/dalli.rb", "changed") # work that is not committed is a change, too
      assert_nil sides(made.dir).unchanged
      made.commit
      made.git("checkout", "--quiet", "--detach")
      found = sides(made.dir)

      assert_equal ["dalli@git:#{base[0, 12]}", "dalli@path:.", nil], [found.baseline, found.contender, found.unchanged]
      assert_equal ["the merge-base with main (#{base[0, 7]})", made.dir], [found.baseline_is, found.contender_is]
      found = sides("#{made.dir}/lib")
      assert_equal ["dalli@path:..", "dalli@git:#{base[0, 12]},repo=.."], [found.contender, found.baseline]
      made.git("update-ref", "refs/remotes/origin/main", "HEAD") # the published main counts before the own one
      made.git("branch", "--quiet", "-f", "main", base)
      assert_equal "dalli@git:#{made.git("rev-parse", "HEAD")[0, 12]}", sides(made.dir).baseline
    end
  end

  def test_sides_that_are_named
    ARepository.open("dalli") do |made|
      commit = made.git("rev-parse", "HEAD")
      found = sides(made.dir, word: "dalli,protocol=meta", base: "newest", head: "git:main")
      assert_equal ["dalli@newest,protocol=meta", "dalli@git:#{commit[0, 12]},protocol=meta"], [found.baseline, found.contender]
      folder("x" => "") do |elsewhere|
        asked = "path:#{made.dir}"
        found = sides(elsewhere, base: "git:main", head: asked)
        assert_equal "dalli@#{asked}", found.contender
        assert_equal made.dir, File.expand_path(found.baseline[/repo=(.*)/, 1], elsewhere)
      end
      made.git("tag", "v3.2.8")
      { base: "v3.2.8", head: "main" }.each do |option, word|
        message = assert_raises(Cachemark::Usage) { sides(made.dir, option => word) }.message
        assert_match(/write --#{option} git:#{word}\z/, message)
      end
    end
  end

  def test_a_gem_in_a_folder_of_a_repository
    ARepository.open("other") do |made|
      made.write("clients/dalli/dalli.gemspec", "s.name = 'dalli'")
      made.commit
      found = sides("#{made.dir}/clients/dalli")
      assert_equal ["dalli@path:.", "../.."], [found.contender, found.baseline[/repo=(.*)/, 1]]
    end
  end

  def test_a_base_that_is_not_there_is_trouble
    ARepository.open("dalli") do |made|
      trouble = ->(**asked) { assert_raises(Cachemark::Trouble) { sides(made.dir, **asked) }.message }
      assert_match(/git:nowhere: nowhere is not a commit of #{made.dir}/, trouble.call(base: "git:nowhere"))
      assert_match(/git:: a ref is missing/, trouble.call(base: "git:"))
      made.git("checkout", "--quiet", "--orphan", "alone")
      made.commit("its own")
      assert_match(/HEAD and main have no commit in common\n.*fetch the whole history/, trouble.call)
      made.git("branch", "--quiet", "-D", "main")
      assert_match(/has no branch main or master/, trouble.call)
    end
  end

  def test_without_a_repository_a_base_must_be_named
    folder("lib/dalli.rb" => "") do |dir|
      message = assert_raises(Cachemark::Usage) { sides(dir) }.message
      assert_match(/#{dir} is not a git repository \(.*not a git repository.*\n.*--base newest/, message)
      assert_equal %w[dalli@3.2.8 dalli@path:.], sides(dir, base: "3.2.8").to_h.values_at(:baseline, :contender)
    end
  end
end
