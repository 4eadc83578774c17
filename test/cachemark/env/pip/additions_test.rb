# frozen_string_literal: true

require "test_helper"
require "open3"

# The libraries that a mode of a runtime needs, from a real pip index. They are small: wheels, and an archive with an
# extension in C.
class EnvPipAdditionsTest < Minitest::Test
  include IndexCase
  include FixtureTree

  each_takes 40

  EXTENSION = <<~C
    #include <Python.h>
    static PyMethodDef methods[] = {{NULL, NULL, 0, NULL}};
    PyMODINIT_FUNC initgreenlet(void) {
      PyModule_AddStringConstant(Py_InitModule("greenlet", methods), "__version__", "1.1.3");
    }
  C
  SETUP = <<~PYTHON
    from setuptools import setup, Extension
    setup(name="greenlet", version="1.1.3", ext_modules=[Extension("greenlet", ["extension.c"])])
  PYTHON

  def setup
    skip_without_pip
    super
    plant("#{cache}/client", "setup.py" => "", "umemcache.py" => "")
  end

  def teardown
    super if index
  end

  def publish_all
    skip "this machine has no gcc" unless keeper.which("gcc")
    index.sources("greenlet", "1.1.3", { "setup.py" => SETUP, "extension.c" => EXTENSION })
    publish("1.0", name: "zope.event")
    publish("1.0", name: "zope.interface")
    publish("21.12.0", name: "gevent", requires: ["greenlet>=1.1,<2.0", "zope.event"])
  end

  def build(word = "ultramemcache@path:#{cache}/client", offline: false, **options)
    built = WarmCache.build([resolver(offline: offline).resolve(word).with(id: "x")], cache: cache, offline: offline,
                                                                                     variables: variables, **options)
    built.fetch("x").tap do |one|
      skip one.reason if one.is_a?(Cachemark::Env::Unavailable) && one.reason.match?(/Debian \w+ (?:does not|cannot)|no archive/)
    end
  end

  def versions(environment)
    program = "import greenlet, gevent; print(greenlet.__version__); print(gevent.__version__)"
    output, status = Open3.capture2e(environment.env, *environment.argv, "-c", program, unsetenv_others: true)
    assert status.success?, output
    output.lines(chomp: true)
  end

  def test_come_from_the_index_and_a_lock_repeats_them
    publish_all
    environment = build
    assert_empty environment.lacks
    assert_equal %w[1.1.3 21.12.0], versions(environment)
    assert_match(/^for gevent: greenlet 1\.1\.3 greenlet-1\.1\.3\.tar\.gz sha256:\h{64}$/, environment.lock)

    publish("22.10.2", name: "gevent")
    FileUtils.rm_rf(["#{cache}/envs", "#{cache}/store"])
    again = build(offline: true, locks: { "x" => environment.lock })
    assert_equal [environment.lock, %w[1.1.3 21.12.0]], [again.lock, versions(again)]
  end

  def test_one_of_them_may_be_a_checkout_and_pruning_keeps_the_other_files
    publish_all
    plant("#{cache}/mine", "setup.py" => "from setuptools import setup\nsetup(name='gevent', packages=['gevent'])\n",
                           "gevent/__init__.py" => "import greenlet\n__version__ = 'mine'\n")
    environment = build("ultramemcache@path:#{cache}/client,gevent=path:#{cache}/mine")

    assert_equal %w[1.1.3 mine], versions(environment)
    assert_match(/^# path gevent sha256:\h{64}$/, environment.lock)
    files = environment.lock.scan(/^for gevent: \S+ \S+ (\S+) sha256:(\h+)$/)
    assert_equal %w[greenlet-1.1.3 zope.event-1.0 zope.interface-1.0], files.map { |name, _| name[/\A.*?-[\d.]*\d/] }

    FileUtils.rm(%w[debs locks roots].map { |name| "#{cache}/#{name}" })
    Cachemark::Env::Inventory.new(cache: cache).prune(unused_for_s: 86_400)
    assert(files.all? { |name, sha256| File.exist?("#{cache}/pip/#{sha256}/#{name}") })
  end
end
