# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Contender::AddedCheckoutsTest < Minitest::Test
    PYTHON = Vocabulary::Language.all.fetch("python")

    def test_are_absolute_folders_by_library
      FolderTree.open("gevent/setup.py" => "") do |root|
        found = resolve("python/socket,python=python2.7,gevent=path:gevent", root)

        assert_equal({ "gevent" => "#{root}/gevent" }, found.checkouts)
        assert_equal "python/socket,python=python2.7,gevent=path:#{root}/gevent", found.notation
        assert_equal({}, resolve("python/socket,python=python2.7", root).checkouts)
      end
    end

    def test_refuses_what_is_no_checkout
      FolderTree.open("gevent/setup.py" => "", "empty/x" => "") do |root|
        { "21.12.0" => "gevent is a checkout, not 21.12.0", "path:" => "#{root} is not a folder",
          "path:nothing" => "#{root}/nothing is not a folder",
          "path:empty" => "#{root}/empty holds none of #{PYTHON.checkout.folder_patterns.join(", ")}" }.each do |word, what|
          text = "python/socket,python=python2.7,gevent=#{word}"
          error = assert_raises(Usage) { resolve(text, root) }
          assert_equal ["#{text}: #{what}", "write gevent=path:DIR"], [error.message.lines.first.chomp, error.try]
        end
      end
    end

    def test_refuses_a_runtime_that_has_these_libraries_from_elsewhere
      FolderTree.open("gevent/setup.py" => "") do |root|
        error = assert_raises(Usage) { resolve("python/socket,gevent=path:gevent", root) }

        assert_match(/: gevent= is for python2.7, and this is python3\nremove gevent=\z/, error.message)
      end
    end

    private

    def resolve(text, root)
      Contender::Resolver.new(catalog: MadeCells::CATALOG, versions: MadeRegistry.new, runtime: Env::Runtimes::Runtime.current,
                              places: Places.new(root)).resolve(text)
    end
  end
end
