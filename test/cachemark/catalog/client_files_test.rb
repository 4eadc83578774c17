# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Catalog
    class ClientFilesTest < Minitest::Test
      include FixtureTree

      ENTRY = <<~YAML
        id: ruby/oldmc
        summary: an old client
        kind: client
        adapter: oldmc
        gem: memcache-client
        version: "1.8.5"
        options:
          - { name: namespace, type: text, summary: a prefix }
      YAML
      SCHEMA = Document::Schema.new("#{ROOT}/catalog", "client")

      def test_reads_the_clients_of_its_folder
        assert_equal(%w[ruby/oldmc], with_files { |files| files.clients.map(&:id) })
      end

      MISTAKES = {
        ["version:", "verion:"] => ["6: /verion is not known here", "Did you mean version?"],
        [/^version.*\n/, ""] => ["1: the file needs version", "see contributing/client.md"],
        ['"1.8.5"', "1.8"] => ["6: /version is 1.8; it must be a version, such as \"1.8.5\"", "put it in quotes"],
        [/^id.*\n/, ""] => ["1: the file needs id", /Known here: id, /],
        ["ruby/oldmc", "oldmc"] => ["1: /id is \"oldmc\"; it must be LANGUAGE/NAME, such as ruby/dalli; NAME is that of the file",
                                    "see contributing/client.md"],
        ["ruby/oldmc", "ruby/other"] => ["1: /id ends with \"other\", and the file is called oldmc.yml", "id: ruby/oldmc"],
        ["ruby/oldmc", "rubi/oldmc"] => ["1: /id names \"rubi\", which is not a language", "Did you mean ruby?"],
        [/^adapter.*\n/, ""] => ["1: the file needs adapter", /Known here: id, /],
        ["kind: client", "kind: clien"] => ["3: /kind is \"clien\"", "Allowed: client, store"],
        [/^gem.*\n/, ""] => ["1: the file needs gem, or module with releases or index", "see contributing/client.md"],
        ["options:", "optoins:"] => ["7: /optoins is not known here", "Did you mean options?"],
        ["type: text", "type: txt"] => ["8: /options/0/type is \"txt\"", "Allowed: switch, seconds, deadline, count, text"],
        ["type: text, ", ""] => ["8: /options/0 needs type or values", "see contributing/client.md"]
      }.freeze
      private_constant :MISTAKES

      MISTAKES.each do |(from, to), (what, try)|
        define_method(:"test_reports_#{[from, to].join("_as_").gsub(/\W+/, "_")}") do
          with_files(ENTRY.sub(from, to)) do |files|
            error = assert_raises(Usage) { files.clients }
            assert_equal "oldmc.yml:#{what}", File.basename(error.what[/\A[^:]+/]) + error.what[/:.*/]
            assert_operator try, :===, error.try
          end
        end
      end

      def test_files_that_passed_are_checked_again_after_a_change
        Dir.mktmpdir do |cache|
          with_files(ENTRY, cache: cache) { |files| files.clients }
          with_files(ENTRY.sub("kind: client", "kind: clien"), cache: cache) { |files| assert_raises(Usage) { files.clients } }
        end
      end

      def test_unchanged_files_are_not_checked_again
        Dir.mktmpdir do |cache|
          plant(cache, "clients/oldmc.yml" => ENTRY)
          files(cache, cache: cache).clients

          assert_equal 1, files(cache, cache: cache, schema: Struct.new(:text).new(SCHEMA.text)).clients.size
        end
      end

      def test_without_the_library_of_the_check_files_are_read_as_they_are
        schema = SCHEMA.dup.tap { |made| made.define_singleton_method(:check) { |_| raise LoadError } }
        Dir.mktmpdir do |root|
          plant(root, "clients/oldmc.yml" => ENTRY)
          assert_equal 1, files(root, schema: schema).clients.size
        end
      end

      def test_a_cache_that_is_not_there_is_not_created
        Dir.mktmpdir do |folder|
          with_files(cache: "#{folder}/cache") { |files| files.clients }
          assert_empty Dir.children(folder)
        end
      end

      def test_a_cache_that_cannot_be_written_is_no_error
        assert_equal(1, with_files(cache: "/dev/null/cache") { |files| files.clients.size })
      end

      private

      def with_files(text = ENTRY, cache: nil)
        Dir.mktmpdir do |root|
          plant(root, "clients/oldmc.yml" => text)
          yield files(root, cache: cache)
        end
      end

      def files(root, cache: nil, schema: SCHEMA)
        ClientFiles.new("#{root}/clients", schema: schema, languages: %w[python ruby], cache: cache)
      end
    end
  end
end
