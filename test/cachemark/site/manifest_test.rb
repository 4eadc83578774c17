# frozen_string_literal: true

require "test_helper"
require "tmpdir"

module Cachemark
  class Site::ManifestTest < Minitest::Test
    A = "a" * 64
    B = "b" * 64

    def test_is_read_as_it_was_written
      Dir.mktmpdir do |dir|
        assert_nil Site::Manifest.read(dir)
        Site::Manifest.of("index.html" => A, "versions/ruby-dalli/1.0..2.0~x.html" => B).write(dir)

        assert_equal({ "index.html" => [A], "versions/ruby-dalli/1.0..2.0~x.html" => [B] }, Site::Manifest.read(dir).files)
      end
    end

    def test_while_a_site_is_written_a_file_may_be_either
      both = Site::Manifest.of("a" => A).or(Site::Manifest.of("a" => B, "b" => B))

      assert both.wrote?("a", A)
      assert both.wrote?("a", B)
      refute both.wrote?("b", A)
      refute both.wrote?("c", A)
    end

    # Whoever can write the manifest must not choose what is removed elsewhere.
    def test_a_damaged_one_is_refused
      paths = ["../x", "/etc/x", "a/../b", ".git/config", "a//b", "a\nb"].map { |path| { path => [A] } }
      [*paths, { "x" => ["no digest"] }, { "x" => "text" }].each do |files|
        refused(::JSON.generate("schema" => Site::Manifest::SCHEMA, "files" => files))
      end
      ["", "[]", "{}", "nonsense", %({"schema":"cachemark/site/2","files":{}}), "\xff"].each { |text| refused(text) }
    end

    private

    def refused(text)
      Dir.mktmpdir do |dir|
        File.binwrite("#{dir}/#{Site::Manifest::NAME}", text)

        assert_match(/is not what publish wrote/, assert_raises(Usage, text) { Site::Manifest.read(dir) }.message)
      end
    end
  end
end
