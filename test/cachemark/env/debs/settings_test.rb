# frozen_string_literal: true

require "test_helper"

class EnvDebsSettingsTest < Minitest::Test
  Archive = Cachemark::Env::Debian::Sources::Archive

  def settings(archive = Archive.new(address: "http://deb.example/debian"), told: "")
    Cachemark::Env::Debs::Settings.new(folder: "/c/apt", suite: "bookworm", archive: archive, architecture: "amd64", told: told)
  end

  def test_all_that_is_written_lies_in_the_folder
    lines = settings.configuration.lines(chomp: true)
    written = lines.grep(/\ADir(::\w+)* "/).grep_v(/trusted|netrc/)

    assert_operator written.size, :>, 3
    assert_empty written.grep_v(%r{ "(/c/apt(/|"))|""})
  end

  def test_keeps_the_users_way_to_the_network_and_no_hook
    told = <<~TOLD
      Acquire::http::Proxy "http://proxy:3128";
      DPkg::Post-Invoke:: "rm -rf /";
      Acquire::Retries "3";
      APT::Update::Pre-Invoke "x";
    TOLD

    assert_equal [%(Acquire::http::Proxy "http://proxy:3128";), %(Acquire::Retries "3";)],
                 settings(told: told).configuration.lines(chomp: true).first(2)
    refute_includes settings(told: told).configuration, "Invoke"
  end

  def test_asks_the_archive_for_its_signature_unless_it_is_trusted
    signed = Archive.new(address: "http://deb.example/debian", keyring: "/k.gpg")

    assert_equal "deb http://deb.example/debian bookworm main\n", settings.sources
    assert_equal "deb [signed-by=/k.gpg] http://deb.example/debian bookworm main\n", settings(signed).sources
    assert_equal "deb [trusted=yes] file:/srv bookworm main\n", settings(Archive.new(address: "file:/srv", trusted: true)).sources
  end
end
