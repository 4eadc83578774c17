# frozen_string_literal: true

require "test_helper"
require "open3"

# Real wheels and archives, installed by the pip of an interpreter of this machine, which is faster, or of Debian's.
class EnvPipOriginTest < Minitest::Test
  include IndexCase

  each_takes 15

  Unavailable = Cachemark::Env::Unavailable
  NO_DEBIAN = /Debian \w+ (?:does not|cannot)|no archive of Debian/
  EXTENSION = <<~C
    #include <Python.h>
    #include <libmemcached/memcached.h>
    static PyMethodDef methods[] = {{NULL, NULL, 0, NULL}};
    static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "_pylibmc", NULL, -1, methods};
    PyMODINIT_FUNC PyInit__pylibmc(void) {
      PyObject *module = PyModule_Create(&definition);
      PyModule_AddStringConstant(module, "below", memcached_lib_version());
      return module;
    }
  C
  SETUP = <<~PYTHON
    from setuptools import setup, Extension
    setup(name="pylibmc", version="1.7.0", packages=["pylibmc"],
          ext_modules=[Extension("_pylibmc", ["extension.c"], libraries=["memcached"])])
  PYTHON

  def setup
    skip_without_pip
    super
  end

  def teardown
    super if index
  end

  # The machine's own interpreter.
  OWN = IO.popen(["sh", "-c", "python3 -c 'import sys; print(sys.executable)'"], err: File::NULL, &:read).chomp

  # Words without a runtime get the machine's own.
  def build(*words, offline: false, **options, &event)
    contenders = words.map do |word|
      resolver(offline: offline).resolve(word.include?("python=") ? word : "#{word},python=#{OWN}").with(id: word)
    end
    built = WarmCache.build(contenders, cache: cache, offline: offline, variables: variables, **options, &event).values
    built.each { |one| skip one.reason if one.is_a?(Unavailable) && one.reason.match?(NO_DEBIAN) }
  end

  # The files that a prune of the cache removes.
  def pruned(unused_for_s) = Cachemark::Env::Inventory.new(cache: cache).prune(unused_for_s: unused_for_s).files

  def publish_sources(extension)
    skip "this machine has no gcc" unless keeper.which("gcc")
    index.sources("pylibmc", "1.7.0", { "setup.py" => SETUP, "extension.c" => extension,
                                        "pylibmc/__init__.py" => "from _pylibmc import below\n" })
  end

  # The output of a program in an environment, started as a driver is.
  def printed(environment, program)
    output, status = Open3.capture2e(environment.env, *environment.argv, "-c", program, unsetenv_others: true)
    assert status.success?, output
    output.lines(chomp: true)
  end

  def test_each_version_has_its_own_environment_which_proves_it
    publish("9.0.0")
    publish("9.1.0", requires: ["six"])
    publish("1.16.0", name: "six")
    older, newer = build("pymemcache@9.0.0", "pymemcache@9.x,python=python3")

    { older => "9.0.0", newer => "9.1.0" }.each do |environment, version|
      loaded, file = printed(environment, "import pymemcache; print(pymemcache.__version__); print(pymemcache.__file__)")
      assert_equal [version, { "pymemcache" => version }], [loaded, environment.gems]
      assert_nil Cachemark::Env::LoadedFiles.new(environment).reason({ "version" => loaded, "file" => file })
    end
    assert_equal ["1.16.0"], printed(newer, "import six; print(six.__version__)")
    refute_equal older.dir, newer.dir
  end

  def test_the_lock_has_every_file_with_its_digest
    publish("9.1.0", requires: ["six"])
    publish("1.16.0", name: "six")
    environment, = build("pymemcache@9.1.0")
    files = Dir["#{index.root}/simple/*/*.whl"].map { |path| [File.basename(path), Digest::SHA256.file(path).hexdigest] }

    assert_match(/\A# pip pymemcache==9.1.0\n/, environment.lock)
    assert_equal files.sort, environment.lock.scan(/^\S+ \S+ (\S+\.whl) sha256:(\h+)$/).sort
  end

  def test_a_lock_repeats_exactly_these_files
    publish("9.1.0", requires: ["six"])
    publish("1.16.0", name: "six")
    environment, = build("pymemcache@9.1.0")
    publish("1.17.0", name: "six")
    FileUtils.rm_rf(["#{cache}/envs", "#{cache}/pip"])
    again, = build("pymemcache@9.1.0", locks: { "pymemcache@9.1.0" => environment.lock })
    FileUtils.rm_rf("#{cache}/envs")
    offline, = build("pymemcache@9.1.0", offline: true, locks: { "pymemcache@9.1.0" => environment.lock })

    assert_equal [environment.lock] * 2, [again.lock, offline.lock]
    assert_equal ["1.16.0"], printed(offline, "import six; print(six.__version__)")
  end

  def test_another_file_of_the_same_name_is_refused
    publish("9.1.0")
    environment, = build("pymemcache@9.1.0")
    FileUtils.rm_rf(["#{cache}/envs", "#{cache}/pip"])
    index.wheel("pymemcache", "9.1.0", { "pymemcache/__init__.py" => "__version__ = 'changed'\n" })
    refused, = build("pymemcache@9.1.0", locks: { "pymemcache@9.1.0" => environment.lock })

    assert_match(/\Athe record's pymemcache-9.1.0-\S+ is no longer available: the pip index has other/, refused.reason)
  end

  def test_pruning_removes_the_files_that_no_environment_needs
    publish("9.0.0", "9.1.0")
    older, newer = build("pymemcache@9.0.0", "pymemcache@9.1.0")
    FileUtils.rm_rf(older.dir)
    FileUtils.rm(%w[debs locks roots].map { |name| "#{cache}/#{name}" })

    assert_equal ["pymemcache-9.0.0-py2.py3-none-any.whl"], pruned(86_400)
    assert_equal newer, build("pymemcache@9.1.0", offline: true).first
    assert_equal ["pymemcache-9.1.0-py2.py3-none-any.whl"], pruned(0)
  end

  def test_offline_uses_only_the_cache
    publish("9.0.0", "9.1.0")
    built, = build("pymemcache@9.0.0")
    FileUtils.rm_rf(index.root)
    again, absent = build("pymemcache@9.0.0", "pymemcache@9.1.0", offline: true)

    assert_equal built, again
    assert_equal ["pymemcache==9.1.0 is not in the cache", "run once without --offline"], [absent.reason, absent.how]
  end

  def test_a_store_comes_with_the_client_below_it
    publish("9.1.0")
    index.wheel("Django", "4.2.1", { "django/__init__.py" => "VERSION = (4, 2, 1)\n" })
    environment, = build("django_pymemcache@4.2.1")

    assert_equal ["(4, 2, 1) 9.1.0"],
                 printed(environment, "import django, pymemcache; print(django.VERSION, pymemcache.__version__)")
    assert_match(/\A# pip Django==4.2.1 pymemcache\n/, environment.lock)
  end

  def test_an_archive_with_an_extension_is_built_without_help_of_the_index
    publish_sources(EXTENSION)
    events = []
    environment, = build("pylibmc@1.7.0,python=python3") { |event| events << event[:gem] }

    assert_match(/\A\d+\.\d+/, printed(environment, "import pylibmc; print(pylibmc.below)").first)
    assert_match(/^pylibmc 1.7.0 pylibmc-1.7.0.tar.gz sha256:\h{64}$/, environment.lock)
    assert_equal ["pylibmc==1.7.0 of the pip index", "pylibmc"], events.compact.last(2)
    assert_equal 1, Dir["#{cache}/pip/built/*/*.whl"].size
  end

  def test_a_python_with_its_own_libc_builds_one_too
    publish_sources(EXTENSION)
    environment, = build("pylibmc@1.7.0,python=python3.13")

    assert_match(/\A\d+\.\d+/, printed(environment, "import pylibmc; print(pylibmc.below)").first)
  end

  def test_a_build_that_fails_says_why
    publish_sources("#error broken\n")
    refused, = build("pylibmc@1.7.0,python=python3")

    assert_match(/\Apylibmc-1.7.0.tar.gz cannot be built: .*broken/, refused.reason)
    assert_path_exists refused.log
    assert_empty Dir["#{cache}/pip/built/*"]
  end

  def test_a_client_that_only_an_index_has_says_how_to_get_it
    lacking, = build("emcache@1.3.3,python=python3")
    @given = @given.merge("PIP_NO_INDEX" => "1")
    silent, = build("emcache@1.3.3,python=python3")

    assert_match(/\Athe pip index has no emcache==1.3.3 for this runtime: /, lacking.reason)
    assert_equal "it comes from a pip index, and none answers (the pip configuration names no index)", silent.reason
    how = "name an index that has it, with PIP_INDEX_URL or pip.conf, or name a checkout: emcache@path:DIR"
    assert_equal [how] * 2, [lacking.how, silent.how]
  end

  def test_a_requirement_that_the_index_lacks_is_named
    publish("9.1.0", requires: ["absent-thing"])
    refused, = build("pymemcache@9.1.0")

    assert_match(/\Athe pip index has no pymemcache==9.1.0 for this runtime: .*absent-thing/, refused.reason)
    assert_equal "see which versions there are: cachemark list versions pymemcache", refused.how
  end
end
