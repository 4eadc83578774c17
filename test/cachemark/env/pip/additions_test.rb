# frozen_string_literal: true

require "test_helper"

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
  MINE = "from setuptools import setup\nsetup(name='gevent', packages=['gevent'])\n"
  VERSIONS = "import greenlet, gevent; print(greenlet.__version__); print(gevent.__version__)"

  def test_come_from_the_index_or_a_checkout_and_a_lock_repeats_them
    skip "this machine has no gcc" unless keeper.which("gcc")
    publish_all
    plant("#{cache}/client", "setup.py" => "", "umemcache.py" => "")
    plant("#{cache}/mine", "setup.py" => MINE, "gevent/__init__.py" => "import greenlet\n__version__ = 'mine'\n")
    indexed = "ultramemcache@path:#{cache}/client"
    environment, = build(indexed)
    assert_empty environment.lacks
    assert_equal %w[1.1.3 21.12.0], printed(environment, VERSIONS)
    assert_match(/^for gevent: greenlet 1\.1\.3 greenlet-1\.1\.3\.tar\.gz sha256:\h{64}$/, environment.lock)

    own, = build("#{indexed},gevent=path:#{cache}/mine")
    assert_equal %w[1.1.3 mine], printed(own, VERSIONS)
    assert_match(/^# path gevent sha256:\h{64}$/, own.lock)
    files = own.lock.scan(/^for gevent: \S+ \S+ (\S+) sha256:(\h+)$/)
    assert_equal %w[greenlet-1.1.3 zope.event-1.0 zope.interface-1.0], files.map { |name, _| name[/\A.*?-[\d.]*\d/] }

    publish("22.10.2", name: "gevent")
    FileUtils.rm_rf(["#{cache}/envs", "#{cache}/store"])
    again, = build(indexed, offline: true, locks: { indexed => environment.lock })
    assert_equal [environment.lock, %w[1.1.3 21.12.0]], [again.lock, printed(again, VERSIONS)]

    pruned(86_400)
    assert(files.all? { |name, sha256| File.exist?("#{cache}/pip/#{sha256}/#{name}") })
  end

  private

  def publish_all
    index.sources("greenlet", "1.1.3", { "setup.py" => SETUP, "extension.c" => EXTENSION })
    publish("1.0", name: "zope.event")
    publish("1.0", name: "zope.interface")
    publish("21.12.0", name: "gevent", requires: ["greenlet>=1.1,<2.0", "zope.event"])
  end
end
