# frozen_string_literal: true

require "test_helper"

class EnvGemfileTest < Minitest::Test
  Entry = Cachemark::Env::Gemfile::Entry

  def text(*entries, source: "https://gems.example/")
    Cachemark::Env::Gemfile.new(entries: entries, source: source).to_s
  end

  def test_pins_exact_versions_in_the_order_of_their_names
    assert_equal <<~RUBY, text(Entry.new(name: "kgio", version: "2.11.4"), Entry.new(name: "dalli", version: "2.7.11"))
      source "https://gems.example/"
      gem "dalli", "= 2.7.11"
      gem "kgio", "= 2.11.4"
    RUBY
  end

  def test_writes_path_and_git_sources
    path = Entry.new(name: "dalli", options: { path: "/src/da\"lli" })
    git = Entry.new(name: "kgio", options: { git: "/src/kgio", ref: "abc" })

    assert_includes text(path), 'gem "dalli", path: "/src/da\"lli"'
    assert_includes text(git), 'gem "kgio", git: "/src/kgio", ref: "abc"'
  end

  def test_never_writes_the_credentials_of_a_source
    assert_includes text(source: "https://me:secret@gems.example/"), %(source "https://gems.example/"\n)
  end
end
