# frozen_string_literal: true

require "test_helper"
require "tmpdir"

class EnvDebsArchiveTest < Minitest::Test
  include FixtureTree

  Archive = Cachemark::Env::Debs::Archive

  # The stanza for apt, of a machine with these files below /etc/apt.
  def stanza(files)
    Dir.mktmpdir do |folder|
      plant(folder, files)
      Archive.read(folder)&.stanza("deb", %w[sid experimental])
    end
  end

  def of_list(text) = stanza("sources.list" => text)

  def of_stanza(text) = stanza("sources.list.d/debian.sources" => text)

  # The expected stanza of an archive with these fields.
  def apts(address, **more)
    fields = { "URIs" => address, "Suites" => "sid experimental", "Components" => "main", **more.transform_keys(&:to_s) }
    { "Types" => "deb", **fields }.map { |name, value| "#{name}: #{value}\n" }.join
  end

  def test_takes_the_first_entry_with_debian_itself
    assert_equal apts("http://deb.example/debian"), of_list(<<~LIST)
      # deb http://comment.example/debian bookworm main
      deb-src http://source.example/debian bookworm main
      deb http://apt.example/pgdg bookworm-pgdg main
      deb cdrom:[Debian]/ bookworm main
      deb http://deb.example/debian/ bookworm main contrib
      deb http://second.example/debian trixie main
    LIST
    assert_nil of_list("deb http://deb.example/debian-security bookworm-security main\n")
    assert_nil of_list("deb http://archive.example/ubuntu noble main\n")
  end

  def test_leaves_keys_and_trust_to_apt
    assert_equal apts("https://deb.example/debian", "signed-by": "/k.gpg"),
                 of_list("deb [arch=amd64 signed-by=/k.gpg] https://deb.example/debian bookworm main\n")
    assert_equal apts("file:/srv", trusted: "yes"), of_list("deb [trusted=yes] file:/srv trixie main\n")
    key = "-----BEGIN PGP PUBLIC KEY BLOCK-----\n .\n mQIN"
    assert_equal apts("mirror+file:/mirrors.list", "signed-by": key),
                 of_stanza("Types: deb\nURIs: mirror+file:/mirrors.list\nSuites: sid\nSigned-By:\n #{key}\n")
  end

  def test_reads_stanzas
    assert_equal apts("http://deb.example/debian", "signed-by": "/k.gpg"), of_stanza(<<~SOURCES)
      Types: deb-src
      URIs: http://source.example/debian
      Suites: bookworm
      Components: main

      Types: deb
      URIs: http://off.example/debian
      Suites: bookworm
      Components: main
      Enabled: no
      \t
      # http://snapshot.example/
      Types: deb deb-src
      URIs:
        http://deb.example/debian/
        http://second.example/debian
      Suites: bookworm bookworm-updates
      Components: main
      Signed-By: /k.gpg
    SOURCES
  end

  def test_reads_a_folder_lines_before_stanzas
    files = { "sources.list.d/a.list" => "# \xFF\n",
              "sources.list.d/b.sources" => "Types: deb\nURIs: http://b.example/debian\nSuites: sid\n",
              "sources.list.d/c.sources.off" => "Types: deb\nURIs: http://c.example/debian\nSuites: sid\n" }

    assert_nil stanza({})
    assert_equal apts("http://b.example/debian"), stanza(files)
    assert_equal apts("http://deb.example/debian"),
                 stanza({ **files, "sources.list" => "deb http://deb.example/debian bookworm main\n" })
  end
end
