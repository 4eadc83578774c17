# frozen_string_literal: true

require "test_helper"
require "fileutils"
require "rbconfig"
require "tmpdir"

# The source package is a small one here: its configure script writes a Makefile that installs this process's Ruby.
class EnvDebianFromSourceTest < Minitest::Test
  Debian = Cachemark::Env::Debian
  OFFER = Debian::Offer.named("ruby-3.3-yjit")
  ARCHIVE = Debian::Sources::Archive.new(address: "http://deb.example/debian")
  WORKS = <<~SH
    #!/bin/sh
    echo "$@" >>"$NOTES/configured"
    for word; do case $word in --prefix=*) prefix=${word#--prefix=} ;; esac; done
    test -s gems/bundled_gems && exit 9
    printf 'all:\\n\\ttouch ruby\\ninstall: ruby\\n\\tmkdir -p %s/bin && cp wrapper %s/bin/ruby\\n' "$prefix" "$prefix" >Makefile
    printf '#!/bin/sh\\nexec #{RbConfig.ruby} "$@"\\n' >wrapper && chmod 755 wrapper
  SH

  # An archive of one source package.
  class Packaged
    attr_reader :asked

    def initialize(configure)
      @configure = configure
      @asked = []
    end

    def source(package, into)
      @asked << package
      folder = File.join(into, package)
      FileUtils.mkdir_p("#{folder}/top/gems")
      File.write("#{folder}/top/configure", @configure)
      File.chmod(0o755, "#{folder}/top/configure")
      File.write("#{folder}/top/gems/bundled_gems", "minitest 5\n")
      system("tar", "-cJf", "#{folder}/x.orig.tar.xz", "-C", folder, "top")
      "#{folder}/x.orig.tar.xz"
    end
  end

  def setup
    @folder = File.realpath(Dir.mktmpdir)
    @keeper = Cachemark::Host::Keeper.start
  end

  def teardown
    @keeper.stop
    FileUtils.rm_rf(@folder)
  end

  def place = Debian::Installation.new(@folder, OFFER.name)

  def from_source(configure = WORKS, archive: ARCHIVE, path: ENV.fetch("PATH"), headers: @folder)
    @packaged = Packaged.new(configure.gsub("$NOTES", @folder))
    given = Cachemark::Env::Variables.new({ "PATH" => path, "HOME" => Dir.home })
    Debian::FromSource.new(cache: @folder, spawn: @keeper, archive: archive, given: given, headers: headers, suite: @packaged)
  end

  # Programs that print their version, and headers, in separate folders.
  def machine(programs: { "gcc" => "12.2", "make" => "4.3", "tar" => "1.3", "xz" => "5.4", "rustc" => "1.63.0" },
              headers: %w[yaml.h x86_64-linux-gnu/openssl/ssl.h ffi.h zlib.h])
    FileUtils.mkdir_p(%w[bin headers/x86_64-linux-gnu/openssl].map { |name| "#{@folder}/#{name}" })
    programs.each { |name, version| File.write("#{@folder}/bin/#{name}", "#!/bin/sh\necho #{name} #{version}\n", perm: 0o755) }
    headers.each { |name| FileUtils.touch("#{@folder}/headers/#{name}") }
    from_source(path: "#{@folder}/bin", headers: "#{@folder}/headers")
  end

  def test_builds_a_ruby_that_the_rest_of_cachemark_takes_for_one
    path = from_source.call(OFFER)

    assert_equal RUBY_DESCRIPTION, Cachemark::Env::Runtimes.new(cache: @folder, spawn: @keeper).at(path).description
    assert_equal [place.executable, true, RUBY_DESCRIPTION], [path, place.ready?, place.description]
    assert_match(/--prefix=#{place.root} .*--enable-yjit --disable-install-doc/, File.read("#{@folder}/configured"))
    assert_equal ["ruby3.3"], @packaged.asked
    refute_path_exists place.source
  end

  def test_a_second_call_builds_nothing
    2.times { from_source.call(OFFER) }

    assert_empty @packaged.asked
    assert_equal 1, File.readlines("#{@folder}/configured").size
  end

  def test_two_at_once_build_once
    Array.new(2) { Thread.new { from_source.call(OFFER) } }.each(&:value)

    assert_equal 1, File.readlines("#{@folder}/configured").size
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
    assert Processes.eventually { File.size?("#{@folder}/pid") }
    @keeper.stop

    assert_raises(Cachemark::Trouble) { building.value }
    refute Processes.alive?(File.read("#{@folder}/pid").to_i)
    refute_predicate place, :ready?
  end

  def test_says_what_it_costs_before
    cost = from_source.cost(OFFER).join("\n")

    ["Debian trixie's source package ruby3.3", "--enable-yjit", "http://deb.example/debian", place.path, "#{OFFER.takes_s} s",
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
    assert_equal ["an archive of Debian's"], from_source(archive: nil, headers: "/usr/include").lacks(OFFER).map(&:first).last(1)
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
