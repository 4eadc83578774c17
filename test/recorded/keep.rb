# frozen_string_literal: true

# Keeps records, and what a checkout of Cachemark shows of them. README.md says when to run this.
#
#   ruby test/recorded/keep.rb records [FROM=TO]... FILE.jsonl...   copies records; each text FROM becomes TO
#   ruby test/recorded/keep.rb expected CHECKOUT                    writes the reports that CHECKOUT makes of all records

$LOAD_PATH.unshift(File.expand_path("../support", __dir__))
require "recorded"

# Files above this are compressed.
LARGE = 8_000
# Packages come from wherever a machine gets them.
HOST = %r{https?://(?:[\w-]+\.)*(?:rubygems|debian|pypi|pythonhosted)\.org\b}

def write(path, text)
  FileUtils.mkdir_p(File.dirname(path))
  FileUtils.rm_f([path, "#{path}.gz"])
  return File.binwrite(path, text) if text.bytesize <= LARGE

  File.open("#{path}.gz", "wb") do |file|
    writer = Zlib::GzipWriter.new(file, 9)
    writer.mtime = 1
    writer.write(text)
    writer.close
  end
end

def keep(words)
  changes, files = words.partition { |word| word.include?("=") }
  changes = changes.map { |word| word.split("=", 2) }.sort_by { |from, _| -from.size }
  files.each do |file|
    text = changes.inject(File.read(file)) { |all, (from, to)| all.gsub(from, to) }
    folder = File.basename(file).start_with?("history-") ? "records/history" : "records"
    write(File.join(Recorded::ROOT, folder, File.basename(file)), text.gsub(HOST, "https://packages.example"))
  end
end

def shown(format, text) = format == "html" ? JSON.generate(Shown.of(format, text).to_h) : text

# Of scripts, styles and pictures the names are enough.
def of_site(path, text)
  case File.extname(path)
  when ".html" then Shown.of("html", text).to_h
  when ".json", ".csv", ".xml" then text
  end
end

def expect(checkout)
  $LOAD_PATH.unshift(File.join(File.expand_path(checkout), "lib"))
  %w[cachemark shown shown/html].each { |name| require name }
  folder = File.join(Recorded::ROOT, "expected")
  FileUtils.rm_rf(folder)
  exits = Recorded.items.group_by(&:name).transform_values do |items|
    items.to_h do |item|
      code, text = item.show
      write(item.path, shown(item.format, text)) if code.zero?
      [item.format, code]
    end
  end
  write(File.join(folder, "exits.json"), "#{JSON.pretty_generate(exits)}\n")
  site = Recorded.site.to_h { |path, text| [path, of_site(path, text)] }
  write(File.join(folder, "site.json"), JSON.generate(site))
end

case ARGV.shift
when "records" then keep(ARGV)
when "expected" then expect(ARGV.fetch(0))
else abort "Usage: keep.rb records [FROM=TO]... FILE... | keep.rb expected CHECKOUT"
end
