# frozen_string_literal: true

require "test_helper"
require "fileutils"
require "rbconfig"

# The source package is a small one here: its configure script writes a Makefile that installs this process's Ruby.
class EnvDebianFromSourceTest < Minitest::Test
  include DebsCase

  Debian = Cachemark::Env::Debian
  OFFER = Debian::Offer.named("ruby-3.3-yjit")
  WORKS = <<~SH
    #!/bin/sh
    echo "$@" >>"$NOTES/configured"
    for word; do case $word in --prefix=*) prefix=${word#--prefix=} ;; esac; done
    test -s gems/bundled_gems && exit 9
    printf 'all:\\n\\ttouch ruby\\ninstall: ruby\\n\\tmkdir -p %s/bin && cp wrapper %s/bin/ruby\\n' "$prefix" "$prefix" >Makefile
    printf '#!/bin/sh\\nexec #{RbConfig.ruby} "$@"\\n' >wrapper && chmod 755 wrapper
  SH

  def place = Debian::Installation.new(cache, OFFER.name)

  # With a source package that has this configure script.
  def from_source(configure = WORKS)
    files = { "configure" => configure.gsub("$NOTES", cache), "gems/bundled_gems" => "minitest 5\n" }
    made.add_source("trixie", "ruby3.3", "3.3.8", files)
    made.publish
    on_a_machine
  end

  def on_a_machine(path: ENV.fetch("PATH"), **more)
    given = Cachemark::Env::Variables.new({ "PATH" => path, "HOME" => Dir.home })
    Debian::FromSource.new(cache: cache, spawn: keeper, given: given, archive: made.archive, **more)
  end

  # Programs that print their version, and headers, in separate folders.
  def machine(programs: { "gcc" => "12.2", "make" => "4.3", "tar" => "1.3", "xz" => "5.4", "rustc" => "1.63.0" },
              headers: %w[yaml.h x86_64-linux-gnu/openssl/ssl.h ffi.h zlib.h])
    FileUtils.mkdir_p(%w[bin headers/x86_64-linux-gnu/openssl].map { |name| "#{cache}/#{name}" })
    programs.each { |name, version| File.write("#{cache}/bin/#{name}", "#!/bin/sh\necho #{name} #{version}\n", perm: 0o755) }
    headers.each { |name| FileUtils.touch("#{cache}/headers/#{name}") }
    on_a_machine(path: "#{cache}/bin", headers: "#{cache}/headers")
  end

  def test_two_at_once_build_one_ruby_that_the_rest_of_cachemark_takes_for_one
    builder = from_source
    path, other = Array.new(2) { Thread.new { builder.call(OFFER) } }.map(&:value)

    assert_equal RUBY_DESCRIPTION, Cachemark::Env::Runtimes.new(cache: cache, spawn: keeper).at(path).description
    assert_equal [place.executable, other, true, RUBY_DESCRIPTION], [path, path, place.ready?, place.description]
    configured = File.readlines("#{cache}/configured")
    assert_equal 1, configured.size
    assert_match(/--prefix=#{place.root} .*--enable-yjit --disable-install-doc/, configured.first)
    assert_equal %w[build.log ready root ruby-3.3-yjit], Dir.children(place.path).sort
  end

  def test_reports_why_a_build_failed_and_removes_its_remains
    error = assert_raises(Cachemark::Trouble) { from_source("#!/bin/sh\necho 'configure: error: no rustc'\nexit 1\n").call(OFFER) }

    assert_equal "ruby-3.3-yjit could not be built: configure: error: no rustc\nread the whole log: #{place.log}", error.message
    [place.root, place.source].each { |path| refute_path_exists path }
    refute_predicate place, :ready?
  end

  def test_the_programs_of_a_build_end_with_cachemark
    building = Thread.new { from_source("#!/bin/sh\necho $$ >\"$NOTES/pid\"\nsleep 600\n").call(OFFER) }
    building.report_on_exception = false
    assert Processes.eventually { File.size?("#{cache}/pid") }
    @keeper.stop

    assert_raises(Cachemark::Trouble) { building.value }
    refute Processes.alive?(File.read("#{cache}/pid").to_i)
    refute_predicate place, :ready?
  end

  def test_says_what_it_costs_before
    cost = on_a_machine.cost(OFFER).join("\n")

    ["Debian trixie's source package ruby3.3", "--enable-yjit", made.root, place.path, "#{OFFER.takes_s} s",
     "#{OFFER.disk_mb} MB of disk", "no root rights", "rustc", "libyaml-dev"].each { |part| assert_includes cost, part }
    refute_path_exists place.path
  end

  def test_lacks_nothing_where_everything_is
    assert_empty machine.lacks(OFFER)
  end

  def test_names_missing_packages_and_an_old_compiler
    programs = { "gcc" => "12", "tar" => "1", "xz" => "5", "rustc" => "1.48.0" }
    lacks = machine(programs: programs, headers: %w[yaml.h zlib.h]).lacks(OFFER)

    assert_equal ["the packages make libssl-dev libffi-dev", "rustc 1.58 or later, and this machine has 1.48.0"],
                 lacks.map(&:first)
    assert_equal "apt-get install --no-install-recommends make libssl-dev libffi-dev", lacks.first.last
  end

  def test_needs_an_archive
    lacking = Debian::FromSource.new(cache: cache, spawn: keeper, archive: false).lacks(OFFER)

    assert_equal ["an archive of Debian's"], lacking.map(&:first).last(1)
  end

  # The real one takes four minutes to build.
  def test_the_ruby_in_the_cache_has_yjit
    real = Debian::Installation.new(Cachemark::Paths.new(OUTSIDE).cache, OFFER.name)
    skip "it is not in the cache: cachemark env runtime #{OFFER.name}" unless real.ready?

    assert_includes IO.popen([real.executable, "--yjit", "-e", "print RUBY_DESCRIPTION"], &:read), "+YJIT"
  end

  OUTSIDE = ENV.to_h
  private_constant :OUTSIDE
end
