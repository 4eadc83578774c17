# frozen_string_literal: true

require "test_helper"

class ContenderLineageTest < Minitest::Test
  CATALOG = Cachemark::Catalog.load

  def releases(*words, **options) = MadeRegistry.resolver(**options).lineage.releases(*words).map(&:contender)

  def refusal(*words) = assert_raises(Cachemark::Usage, words.inspect) { releases(*words) }.message

  def commits(dir, range, word: nil)
    places = Cachemark::Places.new(dir)
    checkout = Cachemark::Contender::Checkout.here(catalog: CATALOG, places: places, word: word)
    MadeRegistry.resolver(places: places).lineage.commits(checkout, range)
  end

  def commit_refusal(dir, range, **more) = assert_raises(Cachemark::Usage) { commits(dir, range, **more) }.message

  def in_repository
    ARepository.open("dalli") do |made|
      made.git("tag", "first")
      yield made
    end
  end

  def version(made, number)
    made.write("lib/dalli/version.rb", "module Dalli\n  VERSION = '#{number}'\nend\n")
    made.commit("this is #{number}")
  end

  def test_a_range_is_every_release_of_it_with_the_options
    found = releases("dalli@2.7.2..3.2.8,namespace=n")
    assert_equal %w[2.7.2 2.7.11 3.2.0 3.2.8], found.map(&:version)
    assert_equal ["dalli@2.7.11,namespace=n", "dalli@2.7.11,namespace=n", "n", nil],
                 [found[1].id, found[1].notation, found[1].options["namespace"], found[1].refusal]
    assert_equal found.map(&:id), releases("dalli,namespace=n", "2.7.2..3.2.8").map(&:id)
  end

  def test_the_ends_may_be_a_line_or_newest_or_a_replaced_version
    assert_equal %w[3.2.15 4.3.10 5.3.2], releases("dalli@3.x..newest").map(&:version)
    assert_equal %w[1.6.5 1.7.8 1.8.5], releases("memcache-client", "1.6.4..1.8.5").map(&:version)
  end

  def test_the_issues_range_resolves_all_that_can_run
    found = releases("memcache-client,timeout=off", "1.5.0..1.8.5", servers: 2)
    assert_equal [MadeRegistry::GEMS["memcache-client"], [false], [nil]],
                 [found.map(&:version), found.map { |each| each.options["timeout"] }.uniq, found.map(&:refusal).uniq]
    assert_equal %w[timeout getbyte nitems], found.first.shims
  end

  def test_a_release_that_the_options_do_not_fit_says_so_alone
    found = releases("memcache-client,no_reply=on,namespace=n", "1.6.5..1.8.5")
    assert_equal [nil, nil], found.last(2).map(&:refusal)
    assert_equal "memcache-client 1.6.5 has no option no_reply; it exists for version >= 1.7", found.first.refusal
    assert_equal "memcache-client@1.6.5,no_reply=on,namespace=n", found.first.notation
  end

  def test_an_option_that_none_has_is_wrong
    assert_match(/has no option nonsense/, refusal("dalli,nonsense=1", "2.7.11..3.2.8"))
    assert_match(/has no option no_reply/, refusal("memcache-client,no_reply=on", "1.6.2..1.6.5"))
  end

  def test_refuses_malformed_ranges
    {
      ["dalli"] => /dalli: a range is missing\na range is A\.\.B/,
      ["dalli", "2.7.11"] => /dalli 2.7.11: 2.7.11 is not a range/,
      ["dalli@2.7.2..3.2.0", "2.7.2..3.2.8"] => /the range is given twice/,
      ["dalli@3,protocol=meta", "2.7.2..3.2.8"] =>
        /3 is one version, and a range follows\nwrite dalli,protocol=meta 2.7.2..3.2.8\z/,
      ["dalli@2.7.4", "dalli@3.2.8"] => /two versions, and a range is one word\nwrite dalli 2.7.4..3.2.8\z/,
      ["dalli", "2.7.4...3.2.8"] => /dalli 2.7.4...3.2.8 is not a range\nwrite dalli 2.7.4..3.2.8\z/,
      ["dalli@2.7.4...3.2.8,protocol=meta"] => /is not a range\nwrite dalli@2.7.4..3.2.8,protocol=meta\z/,
      ["dalli", "v2.7.4..v3.2.8"] => /is not a range\nwrite dalli 2.7.4..3.2.8\z/,
      ["dalli", "2.7.3..3.2.8"] => /dalli has no version 2.7.3\nnearest: .*2.7.2, 2.7.11/,
      ["dalli", "3.2.8..2.7.11"] => /dalli 3.2.8..2.7.11: 3.2.8 is newer than 2.7.11/,
      ["dalli", "3.2.8..3.2.8"] => /both ends are 3.2.8/,
      ["socket", "1..2"] => /socket has no versions/
    }.each { |words, message| assert_match message, refusal(*words) }
  end

  def test_commits_in_their_order_each_with_the_version_that_it_says
    in_repository do |made|
      ids = %w[2.7.2 3.2.0].map { |number| version(made, number) }
      found = commits(made.dir, "first..HEAD")
      assert_equal ["change", "this is 2.7.2", "this is 3.2.0"], found.map(&:subject)
      assert_equal(ids.map { |id| id[0, 12] }, found.last(2).map { |each| each.contender.source.ref })
      assert_equal(%w[3.2.8 2.7.2 3.2.0], found.map { |each| each.contender.facts["version"] })
      assert(found.all? { |each| each.contender.id == "dalli@git:#{each.name}" })
    end
  end

  def test_of_a_merge_the_first_parents_line_is_walked
    in_repository do |made|
      made.git("checkout", "--quiet", "-b", "side")
      made.commit("on the side")
      made.git("checkout", "--quiet", "main")
      made.commit("on main")
      made.git("merge", "--quiet", "--no-ff", "-m", "merged", "side")
      assert_equal ["change", "on main", "merged"], commits(made.dir, "first..").map(&:subject)
    end
  end

  def test_another_repository_with_options_that_only_some_commits_have
    in_repository do |made|
      version(made, "2.7.2")
      old, new = commits("/", "first..main", word: "dalli,protocol=meta,repo=#{made.dir}").reverse.map(&:contender)
      assert_match(/dalli 2.7.2 has no option protocol/, old.refusal)
      assert_equal [nil, "meta", made.dir], [new.refusal, new.options["protocol"], new.source.dir]
    end
  end

  def test_refs_that_cannot_be
    in_repository do |made|
      made.git("checkout", "--quiet", "-b", "side")
      made.commit("on the side")
      made.git("checkout", "--quiet", "main")
      made.commit("on main")
      {
        "main" => /main is not a range of commits\na range of commits is BASE..HEAD/,
        "main...HEAD" => /is not a range/, "..HEAD" => /is not a range/,
        "nowhere..HEAD" => /nowhere is not a commit of #{made.dir}/, "--all..HEAD" => /--all is not a commit/,
        "main..main" => /both are \h{12}/, "HEAD..first" => /first does not build on HEAD\nthe other way round: first..HEAD/,
        "side..main" => /main does not build on side\nfrom where both forked: \h{12}..main/
      }.each { |range, message| assert_match message, commit_refusal(made.dir, range) }
    end
    Dir.mktmpdir do |dir|
      assert_match(/is not a git repository\ngo to a client's repository/, commit_refusal(dir, "a..b", word: "dalli"))
    end
  end
end
