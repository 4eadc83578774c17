# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Contender::NewerTest < Minitest::Test
    # A source that does not answer.
    class Silence
      def of(_gem) = raise(Trouble, "the gem source does not tell")
    end

    def test_names_what_is_newer
      assert_equal [{ "client" => "dalli", "version" => "4.3.10", "newest" => "5.3.2", "requires" => ">= 3.3" }],
                   newer("dalli@3.2.8", "dalli@4.3.10,protocol=meta", "memcached@1.8.0")
    end

    def test_what_is_no_release_has_none
      assert_empty newer("ruby/socket", "dalli@path:../dalli", "dalli@git:main", "memcache-client@rails-2.2.2", "gone@1.0")
    end

    def test_clients_without_gems_have_the_releases_of_the_catalogue
      client = Catalog.load.client("python/pylibmc")
      oldest, *_, newest = client.releases

      assert_equal [[client.name, oldest.number, newest.number]],
                   newer("pylibmc@#{oldest.number}").map { |one| one.values_at("client", "version", "newest") }
    end

    def test_a_source_that_does_not_answer_is_not_taken_for_none
      assert_raises(Trouble) { newer("dalli@4.3.10", registry: Silence.new) }
    end

    private

    def newer(*notations, registry: MadeRegistry.new) = Contender::Newer.new(Catalog.load, registry).of(notations)
  end
end
