# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Results::FileNamesTest < Minitest::Test
    KNOWN = { "/people/alice" => "~", "/people/alice/cachemark" => "cachemark", "/app" => "~" }.freeze

    # {text => the text without names of files}, each on a new record.
    def assert_hidden(expected)
      assert_equal expected, expected.to_h { |text, _| [text, Results::Names::FileNames.new(KNOWN).without(text)] }
    end

    def test_a_path_keeps_its_last_part
      assert_hidden "/srv/secret/dalli" => "…/dalli", "dalli@path:/srv/secret/dalli" => "dalli@path:…/dalli",
                    "ruby=/opt2/acme/bin/ruby" => "ruby=…/ruby", "unix:/srv/acme/sock" => "unix:…/sock",
                    "file:///srv/acme/x.html" => "file://…/x.html", "-I/srv/acme/lib" => "-I…/lib", "/srv/acme/" => "…/acme",
                    "in /srv/acme/x.rb:12, twice" => "in …/x.rb:12, twice", "/a/b2:/srv/acme/c" => "…/b2:…/c"
    end

    def test_home_folders_have_no_owner
      assert_hidden "/root" => "~", "/home/you" => "~", "(/Users/you)" => "(~)", "/people/alice" => "~",
                    "in /people/alice." => "in ~.",
                    "/people/alice/cachemark/lib/x.rb" => "cachemark/lib/x.rb", "/people/alice-x/y" => "…/y"
    end

    def test_folders_below_a_home_folder_have_no_names
      assert_hidden "~/clients/acme/app/venv/bin/python" => "…/python", "/home/you/clients/acme/x.py" => "…/x.py",
                    "/people/alice/acme.jsonl" => "…/acme.jsonl", "-I~/acme/lib" => "-I…/lib", "ruby=~/acme/ruby" => "ruby=…/ruby"
    end

    def test_folders_of_cachemark_and_of_version_managers_stay
      paths = %w[.cache/cachemark/rubies/x .local/state/cachemark/history .pyenv/versions/3.11.4/bin/python3 .pyenv/shims/python
                 .rbenv/versions/jruby-9.4.5.0/bin/ruby .rvm/rubies/ruby-3.3.0/bin/ruby .asdf/installs/ruby/3.4.0-rc1/bin/ruby
                 .local/share/mise/installs/python/3.12.1/lib/x.py .rubies/truffleruby+graalvm-24.1/bin/ruby
                 .local/share/uv/python/cpython-3.12.1-linux-x86_64-gnu/bin/python3]

      assert_hidden(paths.to_h { |path| ["/home/you/#{path}", "~/#{path}"] })
    end

    # People give environments the names of what they work for.
    def test_an_environment_of_a_version_manager_has_no_name
      assert_hidden "~/.pyenv/versions/acme/bin/python" => "…/python", "~/.pyenv/versions/acme-3.11/bin/python" => "…/python",
                    "~/.pyenv/versions/3.11.4/envs/acme/bin/python" => "…/python", "~/.rvm/gems/ruby-3.3.0@acme/x" => "…/x",
                    "~/.cache/cachemark/../../acme/x" => "…/x", "/usr/../srv/acme/x" => "…/x"
    end

    def test_a_folder_is_known_where_a_path_begins
      assert_hidden "/home/you/.cache/cachemark/envs/1/root/usr/bin" => "~/.cache/cachemark/envs/1/root/usr/bin",
                    "/usr/lib/app/x" => "/usr/lib/app/x", "/app" => "~", "/rootkit/x" => "…/x"
    end

    # Or two runtimes would be one contender.
    def test_files_of_one_name_stay_different
      names = Results::Names::FileNames.new(KNOWN)

      assert_equal "…/ruby …/2/ruby …/ruby …/irb", names.without("/opt/a/ruby ~/b/ruby /opt/a/ruby /opt/b/irb")
      assert_equal "…/2/ruby", names.without("…/2/ruby")
    end

    def test_what_is_the_same_on_every_machine_stays
      ["/usr/bin/ruby3.1", "client/get", "https://github.com/petergoldstein/dalli", "and/or", "10 MB/s", "/x", "~"].each do |text|
        assert_hidden text => text
      end
    end
  end
end
