# frozen_string_literal: true

require "test_helper"
require "open3"

# Checkouts on Debian's own Pythons, in a cache that stays warm; see also the adapters' tests, whose clients are packages.
class PythonEnvironmentTest < Minitest::Test
  include FixtureTree

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
      from distutils.core import setup, Extension
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
      three, two = build("pylibmc@path:#{root}/three", "ultramemcache@path:#{root}/two")

      assert_match(/\A\d+\.\d+/, loaded(three, "pylibmc", "pylibmc.below").first)
      assert_equal "C++", loaded(two, "umemcache", "umemcache.below").first
      [[three, "pylibmc"], [two, "umemcache"]].each do |environment, name|
        file = loaded(environment, name, "1").last
        assert_nil Cachemark::Env::LoadedFiles.new(environment).reason({ "version" => nil, "file" => file })
      end
      assert_equal %w[setup.py three.c], Dir.children("#{root}/three").sort
    end
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
