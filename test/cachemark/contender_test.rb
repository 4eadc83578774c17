# frozen_string_literal: true

require "test_helper"

class ContenderTest < Minitest::Test
  def resolve(text) = MadeRegistry.resolver.resolve(text)

  def test_an_option_that_does_not_wait_is_a_footnote_where_it_is_on
    said = %w[memcache-client,no_reply=on memcached,buffer_requests=on memcache-client,no_reply=off dalli].map do |notation|
      DrivenClient.contender(notation).footnotes
    end

    assert_match(/no_reply=on: calls return before/, said[0].join)
    assert_match(/buffer_requests=on: calls return before/, said[1].join)
    assert_equal [[], []], said.last(2)
  end

  def test_a_default_written_out_has_the_same_options
    assert_equal resolve("memcached").options, resolve("memcached,binary=off").options
    refute_equal resolve("memcached").options, resolve("memcached,binary=on").options
  end

  def test_knows_what_was_typed_that_it_does_not_ship_with
    assert_equal({ "binary" => %w[on off] }, resolve("memcached,binary=on,timeout=0.25").departures)
    assert_equal({ "namespace" => ["n", nil] }, resolve("dalli,namespace=n").departures)
    assert_empty resolve("memcached,binary=off").departures
  end

  def test_what_its_client_warns_of_may_depend_on_its_options
    shared = "threads-4,shared"

    assert_nil resolve("dalli").unsafe(shared)
    assert_nil resolve("dalli,threadsafe=off").unsafe("threads-4")
    assert_match(/at your own peril/, resolve("dalli,threadsafe=off").unsafe(shared).unsafe)
    assert_equal [true, false], %w[1.5.0 1.8.5].map { |version| !resolve("memcache-client@#{version}").unsafe(shared).nil? }
  end

  def test_a_pool_may_be_shared_and_a_client_without_one_not
    %w[threads-4 gevent-4].each do |mode|
      assert_equal [nil, nil], [resolve("pymemcache,pool=on").unsafe("#{mode},shared"), resolve("pymemcache").unsafe(mode)]
      assert_match(/PooledClient is the only one/, resolve("pymemcache").unsafe("#{mode},shared").unsafe)
    end
  end

  def test_knows_why_a_mode_may_not_be_concurrent
    assert_equal ["libmemcached waits in C and lets no other thread run", nil],
                 %w[memcached dalli].map { |name| resolve(name).mode_note("threads-4") }
  end

  def test_beside_several_servers_it_is_loaded_and_examined_as_there
    old, several = resolve("memcache-client@1.5.0"), resolve("memcache-client@1.5.0").among(2)

    assert_equal %w[getbyte nitems], several.shims - old.shims
    assert_equal old, several.among(1)
    one, three = [1, 3].map { |count| resolve("bmemcached").among(count).examination }

    assert_equal [{ "retry_delay" => "off" }, nil, {}], [one.options, one.down, three.options]
    assert_includes three.down, "alone for 5 s"
  end

  def test_is_set_up_to_be_examined_and_keeps_what_was_typed
    client = MadeCells::CATALOG.client("dalli")
    made = lambda do |given|
      MadeCells.contender("dalli", facts: { "version" => "4.3.10" }).with(client: client, given: given, options: given)
    end

    assert_equal({ "retry_delay" => false }, made.call({}).examined)
    assert_equal({ "retry_delay" => false, "timeout" => "0.05" }, made.call({}).examined(impatient: true))
    assert_equal "3", made.call({}).examined(impatient: 3)["timeout"]
    assert_equal "2", made.call({ "timeout" => "2" }).examined(impatient: true)["timeout"]
    assert_equal 300, made.call({}).examination.bound_ms
  end

  def test_knows_its_declared_differences_in_work
    assert_empty resolve("dalli").quirks("client/get")
  end
end
