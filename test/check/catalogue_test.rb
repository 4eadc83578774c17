# frozen_string_literal: true

require "test_helper"

module Check
  class CatalogueTest < Minitest::Test
    include FixtureTree

    REFERENCE = "summary: s\nkind: client\nreference: true\n"
    ENTRY = "id: ruby/dalli\nadapter: dalli\nshims:\n  - name: timeout\n#{REFERENCE}".freeze

    def test_accepts_folders_that_the_catalogue_names
      assert_empty problems_of("catalogue", "catalog/clients/dalli.yml" => ENTRY, "drivers/ruby/adapters/dalli.rb" => "",
                                            "drivers/ruby/shims/timeout.rb" => "")
    end

    def test_names_an_adapter_that_is_absent_and_one_that_is_unnamed
      problems = problems_of("catalogue", "catalog/clients/dalli.yml" => ENTRY, "drivers/ruby/adapters/mem-cache.rb" => "",
                                          "drivers/ruby/shims/timeout.rb" => "")
      assert_equal ["drivers/ruby/adapters/dalli: named in catalog/clients, and not there",
                    "drivers/ruby/adapters/mem-cache: there, and named nowhere in catalog/clients"], problems
    end

    def test_names_a_shim_that_is_absent
      problems = problems_of("catalogue", "catalog/clients/dalli.yml" => ENTRY, "drivers/ruby/adapters/dalli.rb" => "")
      assert_equal ["drivers/ruby/shims/timeout: named in catalog/clients, and not there"], problems
    end

    def test_a_name_may_have_its_language_before_it
      entry = "id: python/socket\nadapter: socket\n#{REFERENCE}"
      assert_empty problems_of("catalogue", "catalog/clients/python-socket.yml" => entry,
                                            "drivers/python/adapters/socket.py" => "")
    end

    def test_names_an_entry_under_another_name
      problems = problems_of("catalogue", "catalog/clients/dali.yml" => ENTRY, "drivers/ruby/adapters/dalli.rb" => "")
      assert_equal ["catalog/clients/dali.yml:1: /id ends with \"dalli\", and the file is called dali.yml"], problems
    end

    def test_names_the_first_mistake_of_each_entry
      problems = problems_of("catalogue", "catalog/clients/a.yml" => ENTRY.sub("kind: client", "kind: clien"),
                                          "catalog/clients/dalli.yml" => ENTRY.sub("adapter", "adaptor"))
      assert_equal ["catalog/clients/a.yml:6: /kind is \"clien\"",
                    "catalog/clients/dalli.yml:2: /adaptor is not known here"], problems
    end

    def test_names_the_first_mistake_of_a_language
      problems = problems_of("catalogue", "drivers/made/language.yml" => MadeArchive::LANGUAGE.sub("title:", "titel:"))
      assert_equal ["drivers/made/language.yml:2: /titel is not known here"], problems
    end
  end
end
