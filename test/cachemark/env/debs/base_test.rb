# frozen_string_literal: true

require "test_helper"

class EnvDebsBaseTest < Minitest::Test
  STATUS = <<~TEXT
    Package: dash
    Status: install ok installed
    Architecture: amd64
    Version: 0.5

    Package: dpkg
    Architecture: amd64
    Version: 1.21

    Package: libc6
    Architecture: i386
    Version: 2.35

    Package: libc6
    Status: install ok installed
    Multi-Arch: same
    Architecture: amd64
    Depends: libgcc-s1
    Version: 2.36-9+deb12u10
    Description: GNU
     more lines
     Version: 9

    Package: libgcc-s1
    Architecture: amd64
    Version: 12.2.0-14
  TEXT

  def base(text = STATUS) = Cachemark::Env::Debs::Base.new(text)

  def test_reads_what_this_machine_is
    assert_equal %w[amd64 2.36-9+deb12u10], [base.architecture, base.libc]
    assert_nil base("").architecture
  end

  def test_counts_only_libc_the_compilers_libraries_and_what_serves_installing
    stanzas = base.to_s.split("\n\n").to_h { |stanza| [stanza[/^Package: (\S+)/, 1], stanza] }

    assert_equal %w[debconf dpkg libc6 libc6-dev libgcc-s1 mime-support], stanzas.keys.sort
    assert_match(/^Version: 2\.36-9\+deb12u10\+machine$/, stanzas["libc6-dev"])
    assert_match(/^Provides: libgcc1 \(= 1:12\.2\.0-14\+machine\)$/, stanzas["libgcc-s1"])
    assert_match(/^Provides: debconf-2\.0$/, stanzas["debconf"])
    assert(stanzas.values.all? { |stanza| stanza.match?(/^Architecture: amd64$/) && !stanza.include?("Depends") })
  end
end
