# frozen_string_literal: true

require "test_helper"

# Real wheels and archives, installed by the pip of an interpreter of this machine, which is faster, or of Debian's. Builds take
# long, so one index and one build serve many facts.
class EnvPipOriginTest < Minitest::Test
  include IndexCase

  each_takes 30

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
    setup(name="pylibmc", packages=["pylibmc"],
          ext_modules=[Extension("_pylibmc", ["extension.c"], libraries=["memcached"])])
  PYTHON
  SIX = "import six; print(six.__version__)"

  # A contender on the machine's own interpreter.
  def own(word) = "#{word},python=#{IndexCase.python}"

  # Makes these folders be downloaded or installed again.
  def forget(*names) = FileUtils.rm_rf(names.map { |name| "#{cache}/#{name}" })

  def wheels(*names) = names.map { |name| "#{name}-py2.py3-none-any.whl" }

  def publish_sources(version, extension)
    index.sources("pylibmc", version, { "setup.py" => SETUP.sub("name=", "version=\"#{version}\", name="),
                                        "extension.c" => extension, "pylibmc/__init__.py" => "from _pylibmc import below\n" })
  end

  def test_each_contender_has_its_own_files_or_the_reason_why_not
    publish("9.0.0")
    publish("9.1.0", requires: ["six"])
    publish("9.2.0", requires: ["absent-thing"])
    publish("1.16.0", name: "six")
    index.wheel("Django", "4.2.1", { "django/__init__.py" => "VERSION = (4, 2, 1)\n" })
    words = %w[pymemcache@9.0.0 pymemcache@9.1.0 pymemcache@9.2.0].map { |word| own(word) }
    older, newer, lacking, nowhere = build(*words, "emcache@1.3.3,python=python3")

    { older => "9.0.0", newer => "9.1.0" }.each do |environment, version|
      loaded, file = printed(environment, "import pymemcache; print(pymemcache.__version__); print(pymemcache.__file__)")
      assert_equal [version, { "pymemcache" => version }], [loaded, environment.gems]
      assert_nil Cachemark::Env::LoadedFiles.new(environment).reason({ "version" => loaded, "file" => file })
    end
    assert_equal ["1.16.0"], printed(newer, SIX)
    assert_match(/\Athe pip index has no pymemcache==9.2.0 for this runtime: .*absent-thing/, lacking.reason)
    assert_equal "see which versions there are: cachemark list versions pymemcache", lacking.how
    assert_match(/\Athe pip index has no emcache==1.3.3 for this runtime: /, nowhere.reason)
    FileUtils.rm_rf("#{index.root}/simple/pymemcache/pymemcache-9.2.0-py2.py3-none-any.whl")
    a_store_has_the_client_below_it
    without_an_index_a_client_says_how_to_get_it(nowhere)
  end

  def a_store_has_the_client_below_it
    publish("9.3.0")
    environment, = build(own("django_pymemcache@4.2.1"))

    assert_equal ["(4, 2, 1) 9.3.0"],
                 printed(environment, "import django, pymemcache; print(django.VERSION, pymemcache.__version__)")
    assert_match(/\A# pip Django==4.2.1 pymemcache\n/, environment.lock)
  end

  def without_an_index_a_client_says_how_to_get_it(nowhere)
    @given = @given.merge("PIP_NO_INDEX" => "1")
    silent, = build("emcache@1.3.3,python=python3")

    assert_equal "it comes from a pip index, and none answers (the pip configuration names no index)", silent.reason
    how = "name an index that has it, with PIP_INDEX_URL or pip.conf, or name a checkout: emcache@path:DIR"
    assert_equal [how] * 2, [nowhere.how, silent.how]
  end

  def test_a_lock_repeats_exactly_its_files_and_pruning_keeps_them
    publish("9.1.0", requires: ["six"])
    publish("1.16.0", name: "six")
    first = own("pymemcache@9.1.0")
    environment, = build(first)
    locks = { first => environment.lock }
    it_has_every_file_with_its_digest(environment.lock)
    publish("9.0.0")
    publish("1.17.0", name: "six")
    forget("envs", "pip", "registry")
    assert_equal [environment.lock], build(first, locks: locks).map(&:lock)

    FileUtils.rm_rf("#{index.root}/simple/six")
    index.wheel("pymemcache", "9.1.0", { "pymemcache/__init__.py" => "__version__ = 'changed'\n" })
    forget("envs")
    offline, absent = build(first, own("pymemcache@9.0.0"), offline: true, locks: locks)
    assert_equal [environment.lock, ["1.16.0"]], [offline.lock, printed(offline, SIX)]
    assert_equal ["pymemcache==9.0.0 is not in the cache", "run once without install=cached"], [absent.reason, absent.how]

    other, = build(own("pymemcache@9.0.0"))
    FileUtils.rm_rf(offline.dir)
    assert_equal wheels("pymemcache-9.1.0", "six-1.16.0"), pruned(86_400).sort
    assert_equal other, build(own("pymemcache@9.0.0"), offline: true).first
    assert_equal wheels("pymemcache-9.0.0"), pruned(0)

    refused, = build(first, locks: locks)
    assert_match(/\Athe record's pymemcache-9.1.0-\S+, six-\S+ is no longer available: the pip index has other/, refused.reason)
  end

  def it_has_every_file_with_its_digest(lock)
    files = Dir["#{index.root}/simple/*/*.whl"].map { |path| [File.basename(path), Digest::SHA256.file(path).hexdigest] }

    assert_match(/\A# pip pymemcache==9.1.0\n/, lock)
    assert_equal files.sort, lock.scan(/^\S+ \S+ (\S+\.whl) sha256:(\h+)$/).sort
  end

  # Debian's Python runs on this machine's libc, and Python 3.13 on its own.
  def test_an_archive_with_an_extension_is_built_without_help_of_the_index_or_says_why_not
    skip "this machine has no gcc" unless keeper.which("gcc")
    publish_sources("1.7.0", EXTENSION)
    publish_sources("1.8.0", "#error broken\n")
    first = "pylibmc@1.7.0,python=python3"
    names = []
    built = build(first, "#{first}.13", "pylibmc@1.8.0,python=python3") do |event|
      names.push(*event[:gem]) if event[:contender] == first
    end
    refused = built.pop

    built.each { |one| assert_match(/\A\d+\.\d+/, printed(one, "import pylibmc; print(pylibmc.below)").first) }
    assert_match(/^pylibmc 1.7.0 pylibmc-1.7.0.tar.gz sha256:\h{64}$/, built.first.lock)
    assert_equal ["pylibmc==1.7.0 of the pip index", "pylibmc"], names.last(2)
    assert_match(/\Apylibmc-1.8.0.tar.gz cannot be built: .*broken/, refused.reason)
    assert_path_exists refused.log
    assert_equal 2, Dir["#{cache}/pip/built/*/*.whl"].size
  end
end
