# frozen_string_literal: true

# Makes the pictures of the terminal in this folder again, with tmux and Chromium:
#   ruby docs/screenshots/terminal.rb [NAME...]
# Each command runs in a terminal of its size, in a temporary folder. Its live table becomes a page, and that becomes NAME.png.
require "cgi"
require "open3"
require "shellwords"
require "tmpdir"

# One terminal in a separate tmux server.
class Pane
  ROOT = File.expand_path("../..", __dir__)

  def self.open(columns, rows)
    Dir.mktmpdir("cachemark-screenshot") do |folder|
      pane = new(File.join(folder, "tmux"), columns, rows, folder)
      yield pane
    ensure
      pane&.close
    end
  end

  def initialize(socket, columns, rows, folder)
    @socket = socket
    path = "PATH=#{File.join(ROOT, "bin").shellescape}:$PATH"
    tmux("-f", File::NULL, "new-session", "-d", "-x", columns.to_s, "-y", rows.to_s, "-c", folder,
         "env PS1='$ ' #{path} COLORTERM= bash --norc --noprofile -i")
  end

  def type(line) = tmux("send-keys", line, "Enter")

  # The text of the screen, with the codes of its colours.
  def text = tmux("capture-pane", "-e", "-p").sub(/\s+\z/, "\n")

  def clear
    type("clear")
    sleep 1
  end

  def close = tmux("kill-server")

  private

  def tmux(*words)
    out, status = Open3.capture2e("tmux", "-S", @socket, *words)
    status.success? ? out : abort("tmux #{words.first}: #{out}")
  end
end

# What a terminal shows, as a page.
class Page
  COLOURS = { 31 => "#ff7b72", 32 => "#7ee787", 33 => "#e3b341" }.freeze
  # Pixels of a character and of a line, and around all of them.
  WIDTH = 8.43
  HEIGHT = 17
  MARGIN = 14

  def initialize(text, columns, rows)
    @lines = text.lines(chomp: true)
    @style = {}
    @size = [(columns * WIDTH).ceil + (2 * MARGIN), ([rows, @lines.size].max * HEIGHT) + (2 * MARGIN)]
  end

  attr_reader :size

  def to_s
    "<!doctype html><meta charset=utf-8><style>body{margin:0;background:#0d1117}" \
      "pre{margin:#{MARGIN}px;font:14px/#{HEIGHT}px 'DejaVu Sans Mono',monospace;color:#e6edf3}</style>" \
      "<pre>#{@lines.map { |line| spans(line) }.join("\n")}</pre>"
  end

  private

  # Each run of characters in its style, which the next line goes on with.
  def spans(line)
    line.split(/(\e\[[\d;]*m)/).map do |part|
      codes = part[/\A\e\[([\d;]*)m\z/, 1]
      codes ? nil.tap { @style = restyled(@style, codes) } : span(part, @style)
    end.join
  end

  def restyled(style, codes)
    codes.split(";").map(&:to_i).push(*(0 if codes.empty?)).reduce(style) do |so_far, code|
      case code
      when 0 then {}
      when 1 then so_far.merge("font-weight" => "bold")
      when 2 then so_far.merge("opacity" => ".65")
      when 39 then so_far.except("color")
      when *COLOURS.keys then so_far.merge("color" => COLOURS[code])
      else so_far
      end
    end
  end

  def span(text, style)
    escaped = CGI.escapeHTML(text)
    style.empty? || text.empty? ? escaped : "<span style='#{style.map { |pair| pair.join(":") }.join(";")}'>#{escaped}</span>"
  end
end

# Name => the command, its terminal (columns, rows), and how many seconds of its table have passed when it is looked at.
SHOTS = {
  "live-80x24" => ["cachemark run --suite today --for 3m -o run.jsonl", [80, 24], 160]
}.freeze
LIMIT_S = 600

def wait(pane, seconds)
  LIMIT_S.times do
    break if pane.text[/^(?:\e\[\d+m)*(\d+):(\d\d) of/] && (($1.to_i * 60) + $2.to_i) >= seconds

    sleep 1
  end
end

def picture(page, to)
  Dir.mktmpdir("cachemark-screenshot") do |folder|
    File.write("#{folder}/page.html", page.to_s)
    out, status = Open3.capture2e("chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                                  "--user-data-dir=#{folder}/profile", "--window-size=#{page.size.join(",")}",
                                  "--screenshot=#{to}", "file://#{folder}/page.html")
    abort("chromium: #{out}") unless status.success? && File.file?(to)
  end
end

names = ARGV.empty? ? SHOTS.keys : ARGV
unknown = names - SHOTS.keys
abort "No such picture: #{unknown.join(", ")}; there are: #{SHOTS.keys.join(", ")}" if unknown.any?

names.each do |name|
  command, size, seconds = SHOTS.fetch(name)
  Pane.open(*size) do |pane|
    pane.clear
    pane.type(command)
    wait(pane, seconds)
    to = File.join(__dir__, "#{name}.png")
    picture(Page.new(pane.text, *size), to)
    puts to
  end
end
