# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Results::NamesTest < Minitest::Test
    NAMES = Results::Names.new(hosts: ["build-7"], users: %w[alice root], addresses: ["10.1.2.3"],
                               folders: { "/people/alice" => "~" })

    def test_a_machine_and_its_people_have_no_names
      assert_equal "on HOST by USER at ADDRESS:11211", NAMES.without("on build-7 by Alice at 10.1.2.3:11211")
      assert_equal "rebuild-70, malice and 10.1.2.34", NAMES.without("rebuild-70, malice and 10.1.2.34")
    end

    def test_folders_keep_their_last_part
      expected = { "/people/alice/.cache/cachemark/x" => "~/.cache/cachemark/x", "/root" => "~",
                   "/srv/secret/dalli" => "…/dalli",
                   "dalli@path:/srv/secret/dalli" => "dalli@path:…/dalli", "ruby=/opt2/acme/bin/ruby" => "ruby=…/ruby",
                   "#{ROOT}/lib/cachemark.rb" => "cachemark/lib/cachemark.rb", "unix:/srv/acme/sock" => "unix:…/sock",
                   "file:///srv/acme/x.html" => "file://…/x.html", "-I/srv/acme/lib" => "-I…/lib", "/opt/acme/ruby" => "…/ruby" }

      assert_equal expected, expected.to_h { |path, _| [path, NAMES.without(path)] }
    end

    def test_what_is_the_same_on_every_machine_stays
      ["/usr/bin/ruby3.1", "client/get", "1.6.45", "https://github.com/petergoldstein/dalli", "taskset -c 1", "127.0.0.1:11211",
       "interrupt/timeout-in-get", "a\xFF".b.force_encoding("UTF-8")].each { |text| assert_equal text, NAMES.without(text) }
    end

    def test_names_are_found_at_any_depth
      assert_equal [{ "USER" => ["~/x", 1, nil, true] }], NAMES.without([{ "alice" => ["/people/alice/x", 1, nil, true] }])
    end

    def test_those_of_this_machine_are_known
      hidden = Results::Names.here.without([Socket.gethostname, "#{Dir.home}/x"])

      assert_equal "~/x", hidden.last
      refute_equal Socket.gethostname, hidden.first if Socket.gethostname.size > 3
    end
  end
end
