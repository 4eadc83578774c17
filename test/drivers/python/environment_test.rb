# frozen_string_literal: true

require "test_helper"
require "open3"

# Checkouts on Debian's own Pythons, in a cache that stays warm; see also the adapters' tests, whose clients are packages.
class PythonEnvironmentTest < Minitest::Test
  include FixtureTree

  each_takes 10

  METHODS = "static PyMethodDef methods[] = {{NULL, NULL, 0, NULL}};\n"
  THREE = <<~C
    #include <Python.h>
    #include <libmemcached/memcached.h>
    #{METHODS}
    static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "pylibmc", NULL, -1, methods};
    PyMODINIT_FUNC PyInit_pylibmc(void) {
      PyObject *module = PyModule_Create(&definition);
      PyModule_AddStringConstant(module, "below", memcached_lib_version());
      return module;
    }
  C
  TWO = <<~C
    #include <Python.h>
    #include <string>
    #{METHODS}
    PyMODINIT_FUNC initumemcache(void) {
      PyModule_AddStringConstant(Py_InitModule("umemcache", methods), "below", std::string("C++").c_str());
    }
  C

  def setup_of(name, source, libraries)
    <<~PYTHON
      from setuptools import setup, Extension
      setup(name="#{name}", version="9.9", ext_modules=[Extension("#{name}", ["#{source}"], libraries=#{libraries})])
    PYTHON
  end

  def build(*words)
    catalog = Cachemark::Catalog.load
    resolver = Cachemark::Contender::Resolver.new(catalog: catalog, versions: nil, runtime: Cachemark::Env::Runtimes::Runtime.current)
    WarmCache.build(words.map { |word| resolver.resolve(word) }).values
  end

  # [what it prints, file] of a module in an environment.
  def loaded(environment, name, expression)
    program = "import #{name}; print(#{expression}); print(#{name}.__file__)"
    output, = Open3.capture2e(environment.env, *environment.argv, "-c", program, unsetenv_others: true)
    output.lines(chomp: true)
  end

  def test_extensions_are_built_for_the_runtime_with_its_own_headers
    Dir.mktmpdir do |root|
      plant(root, "three/setup.py" => setup_of("pylibmc", "three.c", %w[memcached]), "three/three.c" => THREE,
                  "two/setup.py" => setup_of("umemcache", "two.cpp", %w[stdc++]), "two/two.cpp" => TWO)
      three, two, newer = build("pylibmc@path:#{root}/three", "ultramemcache@path:#{root}/two",
                                "pylibmc@path:#{root}/three,python=python3.13")

      [three, newer].each { |one| assert_match(/\A\d+\.\d+/, loaded(one, "pylibmc", "pylibmc.below").first) }
      assert_equal "C++", loaded(two, "umemcache", "umemcache.below").first
      [[three, "pylibmc"], [two, "umemcache"], [newer, "pylibmc"]].each do |environment, name|
        file = loaded(environment, name, "1").last
        assert_nil Cachemark::Env::LoadedFiles.new(environment).reason({ "version" => nil, "file" => file })
      end
      assert_equal %w[setup.py three.c], Dir.children("#{root}/three").sort
    end
  end

  PLACES = <<~PYTHON
    import platform, pylibmc, sys
    print(platform.python_version(), sys.prefix, sys.executable, sep="\\n")
    for file in sorted(set(line.split()[-1] for line in open("/proc/self/maps") if ".so" in line)):
        print(file)
  PYTHON

  # libsasl2 loads the machine's, for whichever Python.
  PLUGINS = "/sasl2/"

  # pylibmc as Debian trixie has it: it needs a later libc than that of Debian bookworm.
  def test_python_3_13_of_debian_loads_its_own_libc_and_libraries
    environment, = build("pylibmc,python=python3.13")
    skip environment.reason if environment.is_a?(Cachemark::Env::Unavailable)
    root = File.join(environment.dir, "root")
    output, = Open3.capture2e(environment.env, *environment.argv, "-c", PLACES, unsetenv_others: true)
    version, prefix, executable, *files = output.lines(chomp: true)

    assert_match(/\A3\.13\.\d+\z/, version)
    assert_equal ["#{root}/usr", "#{root}/usr/bin/python"], [prefix, executable]
    assert_equal %w[libc.so.6 libmemcached.so], files.map { |file| File.basename(file)[/libc\.so\.6|libmemcached\.so/] }.compact
    assert_empty files.reject { |file| file.start_with?("#{root}/") || file.include?(PLUGINS) }
    refute_includes environment.env, "LD_LIBRARY_PATH"
    assert_match(/^python3\.13 3\.13\.\S+ \S+ trixie sha256:/, environment.lock)
  end

  # Its pid is the client's, and another process of it starts in the same way.
  def test_python_3_13_of_debian_is_the_process_and_starts_others
    environment, = build("python/socket,python=python3.13")
    skip environment.reason if environment.is_a?(Cachemark::Env::Unavailable)
    program = "import os, subprocess, sys; print(os.getpid()); sys.stdout.flush(); " \
              "subprocess.call([sys.executable, '-c', 'import sys; print(sys.version_info[:2])'])"
    output, status = Open3.capture2e(environment.env, *environment.argv, "-c", program, unsetenv_others: true)

    assert_equal ["#{status.pid}", "(3, 13)"], output.lines(chomp: true)
  end

  def test_a_pure_checkout_comes_before_all_else_and_stays_as_it_is
    Dir.mktmpdir do |root|
      plant(root, "pyproject.toml" => "[project]\nname = \"pymemcache\"\n",
                  "src/pymemcache/__init__.py" => "__version__ = \"9.9\"\n")
      environment, = build("pymemcache@path:#{root}")

      assert_equal ["9.9", "#{root}/src/pymemcache/__init__.py"], loaded(environment, "pymemcache", "pymemcache.__version__")
      assert_equal ["__init__.py"], Dir.children("#{root}/src/pymemcache")
    end
  end

  def test_a_python_of_the_users_own_runs_what_it_has
    environment, = build("pymemcache")
    Dir.mktmpdir do |root|
      libraries = environment.env.fetch("LD_LIBRARY_PATH")
      File.write("#{root}/python", "#!/bin/sh\nLD_LIBRARY_PATH=#{libraries} exec #{environment.argv.first} \"$@\"\n")
      File.chmod(0o755, "#{root}/python")
      having, lacking = WarmCache.build(%w[pymemcache aiomcache].map { |name| own(name, "#{root}/python") }).values

      assert_equal ["#{root}/python"], having.argv
      assert_match(/\ACPython|\APython 3/, having.runtime[:description])
      files = Cachemark::Env::LoadedFiles.new(having)
      assert_nil files.reason({ "version" => "1", "file" => loaded(having, "pymemcache", "1").last })
      assert_equal "#{root}/python has no module aiomcache", lacking.reason
    end
  end

  def own(name, path)
    Cachemark::Host::Keeper.start do |keeper|
      runtimes = Cachemark::Env::Runtimes.new(cache: WarmCache.path, spawn: keeper)
      resolver = Cachemark::Contender::Resolver.new(catalog: Cachemark::Catalog.load, versions: nil, runtime: runtimes)
      resolver.resolve("#{name},python=#{path}")
    end
  end
end
