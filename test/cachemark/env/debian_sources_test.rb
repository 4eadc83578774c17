# frozen_string_literal: true

require "test_helper"
require "tmpdir"

class EnvDebianSourcesTest < Minitest::Test
  Sources = Cachemark::Env::Debian::Sources

  def archive(text, path: "/etc/apt/sources.list", **options)
    Sources.new({ path => text }, **options).archive&.to_h&.values_at(:address, :keyring)
  end

  def stanza(text, **options) = archive(text, path: "/etc/apt/sources.list.d/debian.sources", **options)

  def test_reads_lines
    assert_equal ["http://deb.example/debian", nil], archive(<<~LIST)
      # deb http://comment.example/debian bookworm main
      deb-src http://source.example/debian bookworm main
      deb http://deb.example/debian/ bookworm main contrib
      deb http://second.example/debian trixie main
    LIST
  end

  def test_reads_the_options_of_a_line
    line = "deb [arch=amd64 signed-by=/usr/share/keyrings/debian.gpg] https://deb.example/debian bookworm main\n"

    assert_equal ["https://deb.example/debian", "/usr/share/keyrings/debian.gpg"], archive(line)
  end

  def test_reads_stanzas
    assert_equal ["http://deb.example/debian", "/usr/share/keyrings/debian.gpg"], stanza(<<~SOURCES)
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
      Signed-By: /usr/share/keyrings/debian.gpg
    SOURCES
  end

  def test_a_key_in_the_entry_is_no_path
    text = "Types: deb\nURIs: http://deb.example/debian\nSuites: sid\nSigned-By:\n -----BEGIN PGP-----\n .\n mQIN\n"

    assert_equal ["http://deb.example/debian", nil], stanza(text)
  end

  def test_others_that_have_packages_for_debian_are_not_debian
    assert_nil archive("deb http://deb.example/debian-security bookworm-security main\n")
    assert_nil archive("deb http://archive.example/ubuntu noble main\n")
    assert_nil archive("deb http://apt.example/pgdg bookworm-pgdg main\n")
    assert_nil archive("deb cdrom:[Debian]/ bookworm main\n")
    assert_nil archive("")
  end

  def test_an_archive_may_be_trusted_without_a_key
    text = "Types: deb\nURIs: file:/srv/debian\nSuites: trixie\nComponents: main\n"
    lines = ["deb [trusted=yes] file:/srv/debian trixie main\n", "deb file:/srv/debian trixie main\n"]
    read = lines.map { |line| Sources.new({ "/etc/apt/sources.list" => line }) } +
           ["#{text}Trusted: yes\n", text].map { |stanza| Sources.new({ "/etc/apt/sources.list.d/x.sources" => stanza }) }

    assert_equal [true, false, true, false], read.map { |sources| sources.archive.trusted }
  end

  def test_follows_a_list_of_mirrors
    text = "Types: deb\nURIs: mirror+file:///etc/apt/mirrors/debian.list\nSuites: trixie\nComponents: main\n"
    lists = { "/etc/apt/mirrors/debian.list" => "# near\nhttps://near.example/debian/ priority:1\nhttps://far.example/debian\n" }

    assert_equal ["https://near.example/debian", nil], stanza(text, lookup: lists.method(:fetch))
    assert_nil stanza(text, lookup: ->(path) { raise Errno::ENOENT, path })
  end

  def test_reads_a_folder_lines_before_stanzas
    Dir.mktmpdir do |folder|
      Dir.mkdir("#{folder}/sources.list.d")
      assert_nil Sources.read(folder).archive

      File.write("#{folder}/sources.list.d/b.sources", "Types: deb\nURIs: http://b.example/debian\nSuites: sid\n")
      File.binwrite("#{folder}/sources.list.d/a.list", "# \xFF\n")
      File.write("#{folder}/sources.list.d/c.sources.off", "Types: deb\nURIs: http://c.example/debian\nSuites: sid\n")
      assert_equal "http://b.example/debian", Sources.read(folder).archive.address

      File.write("#{folder}/sources.list", "deb http://deb.example/debian bookworm main\n")
      assert_equal "http://deb.example/debian", Sources.read(folder).archive.address
    end
  end
end
