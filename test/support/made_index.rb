# frozen_string_literal: true

require "digest"
require "fileutils"
require "open3"

# A pip index in a folder: real wheels and archives of sources, without a server.
class MadeIndex
  # Writes a wheel: an archive with its own list of files.
  WHEEL = <<~'PYTHON'
    import base64, hashlib, os, sys, zipfile
    folder, wheel, info = sys.argv[1:]
    rows = []
    with zipfile.ZipFile(wheel, "w") as archive:
        for root, _, files in sorted(os.walk(folder)):
            for name in sorted(files):
                path = os.path.join(root, name)
                data = open(path, "rb").read()
                inside = os.path.relpath(path, folder)
                archive.writestr(inside, data)
                digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
                rows.append("%s,sha256=%s,%d" % (inside, digest, len(data)))
        archive.writestr(info + "/RECORD", "\n".join(rows + [info + "/RECORD,,"]) + "\n")
  PYTHON

  attr_reader :root

  def initialize(root)
    @root = root
    @needs = {}
  end

  # The variables that make it the only index of a pip.
  def variables
    { "PIP_INDEX_URL" => "file://#{@root}/simple", "PIP_CONFIG_FILE" => File::NULL, "PIP_NO_INDEX" => nil,
      "PIP_FIND_LINKS" => nil, "PIP_EXTRA_INDEX_URL" => nil, "PIP_NO_CACHE_DIR" => "1" }
  end

  # A wheel of these files. The block may fill its folder instead.
  def wheel(name, version, files = {}, requires: [], needs: nil)
    @needs[version] = needs
    Dir.mktmpdir do |folder|
      info = "#{name.tr("-", "_")}-#{version}.dist-info"
      fill(folder, files)
      yield folder if block_given?
      fill(folder, "#{info}/METADATA" => metadata(name, version, requires, needs),
                   "#{info}/WHEEL" => "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py2-none-any\nTag: py3-none-any\n")
      path = prepared(name, "#{name.tr("-", "_")}-#{version}-py2.py3-none-any.whl")
      output, status = Open3.capture2e("python3", "-c", WHEEL, folder, path, info)
      raise output unless status.success?
    end
    publish(name)
  end

  # An archive of sources, as its makers publish it. The block may fill its folder instead.
  def sources(name, version, files = {})
    Dir.mktmpdir do |folder|
      top = "#{name}-#{version}"
      fill("#{folder}/#{top}", { "PKG-INFO" => metadata(name, version, [], nil), **files })
      yield "#{folder}/#{top}" if block_given?
      system("tar", "-C", folder, "-czf", prepared(name, "#{top}.tar.gz"), top, exception: true)
    end
    publish(name)
  end

  def files(name) = Dir.children(folder(name)).sort - ["index.html"]

  private

  def metadata(name, version, requires, needs)
    lines = ["Metadata-Version: 2.1", "Name: #{name}", "Version: #{version}", *("Requires-Python: #{needs}" if needs),
             *requires.map { |other| "Requires-Dist: #{other}" }]
    "#{lines.join("\n")}\n"
  end

  # As pip writes the names of projects.
  def folder(name) = File.join(@root, "simple", name.downcase.gsub(/[-_.]+/, "-"))

  def prepared(name, file)
    FileUtils.mkdir_p(folder(name))
    File.join(folder(name), file)
  end

  def publish(name)
    links = files(name).map { |file| %(<a href="#{file}"#{attribute(file)}>#{file}</a>) }
    File.write(File.join(folder(name), "index.html"), "<!DOCTYPE html><html><body>#{links.join("<br>")}</body></html>\n")
  end

  # pip reads it before it downloads the file.
  def attribute(file)
    needs = @needs.find { |version, required| required && file.include?("-#{version}-") }&.last
    %( data-requires-python="#{needs.gsub(">", "&gt;")}") if needs
  end

  def fill(folder, files)
    files.each do |name, text|
      FileUtils.mkdir_p(File.dirname("#{folder}/#{name}"))
      File.write("#{folder}/#{name}", text)
    end
  end
end
