# frozen_string_literal: true

require "digest"
require "fileutils"
require "zlib"

# A pip index in a folder: real wheels and archives of sources, without a server.
class MadeIndex
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

  # A wheel of these files: an archive with its own list of files.
  def wheel(name, version, files = {}, requires: [], needs: nil)
    @needs[version] = needs
    info = "#{name.tr("-", "_")}-#{version}.dist-info"
    all = { **files, "#{info}/METADATA" => metadata(name, version, requires, needs),
            "#{info}/WHEEL" => "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py2-none-any\nTag: py3-none-any\n" }
    rows = all.map { |path, text| "#{path},sha256=#{[Digest::SHA256.digest(text)].pack("m0").tr("+/=", "-_")},#{text.bytesize}\n" }
    list = "#{info}/RECORD"
    File.binwrite(prepared(name, "#{name.tr("-", "_")}-#{version}-py2.py3-none-any.whl"),
                  zip(**all, list => "#{rows.join}#{list},,\n"))
    publish(name)
  end

  # An archive of sources, as its makers publish it.
  def sources(name, version, files)
    Dir.mktmpdir do |folder|
      top = "#{name}-#{version}"
      { "PKG-INFO" => metadata(name, version, [], nil), **files }.each do |path, text|
        FileUtils.mkdir_p(File.dirname("#{folder}/#{top}/#{path}"))
        File.write("#{folder}/#{top}/#{path}", text)
      end
      system("tar", "-C", folder, "-czf", prepared(name, "#{top}.tar.gz"), top, exception: true)
    end
    publish(name)
  end

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
    files = Dir.children(folder(name)).sort - ["index.html"]
    links = files.map { |file| %(<a href="#{file}"#{attribute(file)}>#{file}</a>) }
    File.write(File.join(folder(name), "index.html"), "<!DOCTYPE html><html><body>#{links.join("<br>")}</body></html>\n")
  end

  # pip reads it before it downloads the file.
  def attribute(file)
    needs = @needs.find { |version, required| required && file.include?("-#{version}-") }&.last
    %( data-requires-python="#{needs.gsub(">", "&gt;")}") if needs
  end

  # The bytes of an archive that compresses nothing: each file, the folder of all, its end.
  def zip(files)
    body = +"".b
    folder = files.map do |path, text|
      about = [0, 0, 0, 33, Zlib.crc32(text), text.bytesize, text.bytesize, path.bytesize, 0] # the first day of 1980
      at = body.bytesize
      body << ["PK\3\4", 20, *about].pack("a4v5V3v2") << path << text.b
      ["PK\1\2", 20, 20, *about, 0, 0, 0, 0o644 << 16, at].pack("a4v6V3v5V2") + path
    end
    body + folder.join + ["PK\5\6", 0, 0, files.size, files.size, folder.sum(&:bytesize), body.bytesize, 0].pack("a4v4V2v")
  end
end
