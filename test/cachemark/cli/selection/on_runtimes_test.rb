# frozen_string_literal: true

require "test_helper"

module Cachemark
  class CLI::Selection::OnRuntimesTest < Minitest::Test
    def contenders(words, paths, jits: nil, layout: nil)
      resolver = MadeRegistry.resolver(ruby: RUBY_VERSION)
      choices = CLI::Selection::OnRuntimes.choices({ runtimes: paths&.map { |path| ["ruby", path] }, jits: jits }.compact)
      suite = MadeCells::CATALOG.suite("clients").with(layout: layout)
      CLI::Selection::OnRuntimes.new(choices, catalog: MadeCells::CATALOG, resolver: resolver, suite: suite).contenders(words)
    end

    def entry(notation) = Catalog::Suite::Entry.new(id: "mine", notation: notation, section: "Mine")

    def test_measures_a_python_client_once_with_several_rubies
      found = contenders(%w[dalli pylibmc], ["/bin/sh", "/bin/cat"])

      assert_equal [["dalli,ruby=/bin/sh", "/bin/sh"], ["pylibmc", nil], ["dalli,ruby=/bin/cat", "/bin/cat"]],
                   found.map { |one| [one.id, one.runtime] }
    end

    def test_one_ruby_changes_no_name_and_none_is_the_languages_own
      assert_equal [["dalli", "/bin/sh"]], contenders(%w[dalli], ["/bin/sh"]).map { |one| [one.id, one.runtime] }
      assert_equal ["mine,ruby=/bin/sh", "Mine (/bin/sh)"],
                   contenders([entry("dalli")], ["/bin/sh", "/bin/cat"]).first.to_h.values_at(:id, :section)
      assert_equal "Mine", contenders([entry("dalli")], ["/bin/sh", "/bin/cat"], layout: "versions").first.section
      assert_equal [nil, nil], contenders(%w[dalli pylibmc], nil).map(&:runtime)
      assert_equal %w[dalli dalli], contenders(%w[dalli dalli], nil).map(&:id), "a contender may be named twice"
    end

    def test_several_jits_are_several_contenders_and_one_changes_no_name
      assert_equal [["dalli", "yjit", nil]], found(%w[dalli], nil, jits: %w[yjit])
      assert_equal [["dalli,jit=yjit", "yjit", nil], ["pylibmc", nil, nil], ["dalli,jit=off", "off", nil]],
                   found(%w[dalli pylibmc], nil, jits: %w[yjit off])
      assert_equal [["dalli,jit=yjit", "yjit", "/bin/sh"], ["dalli,jit=off", "off", "/bin/sh"]],
                   found(%w[dalli], ["/bin/sh"], jits: %w[yjit off])
    end

    def test_what_no_contender_has_is_refused
      { { jits: %w[yjit] } => /jit=: none of these contenders has a jit to choose\nremove jit=/,
        { paths: ["/bin/sh"] } => /ruby=: none of these contenders runs on Ruby\n.*remove ruby=/ }.each do |named, message|
        error = assert_raises(Usage) { contenders(%w[pylibmc], named[:paths], **named.slice(:jits)) }
        assert_match message, error.message
      end
    end

    def found(...) = contenders(...).map { |one| [one.id, one.jit, one.runtime] }
  end
end
