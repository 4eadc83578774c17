# frozen_string_literal: true

require "ferrum"
require "fileutils"
require "json"
require "tmpdir"

# Tests that look at pages in a headless Chromium, one for each process of tests. Where there is none, they are skipped.
#
#   page = visit("report.html", html, width: 375)       # writes the file, opens it from disk
#   page = visit("next.html", html, tab: page)          # in the tab of that page, which is cheaper
#   resize(page, width: 1440)                           # the charts are drawn again
#   page = common("report.html", width: 375) { html }    # the same page for all tests of a class, which only read it
#   assert_empty complaints(page)                        # console, security policy, anything that was asked of a network
module ABrowser
  NAMES = %w[chromium chromium-browser google-chrome].freeze
  PATH = ENV["PATH"].to_s.split(File::PATH_SEPARATOR).product(NAMES).map { |place| File.join(*place) }
                    .find { |path| File.executable?(path) }
  MORTAL = File.expand_path("../fixtures/mortal.sh", __dir__)
  AXE = File.expand_path("axe/axe.min.js", __dir__)
  # Chromium refuses its own sandbox to root; these pages are ours. One process for all pages compiles their programs once.
  OPTIONS = { "no-sandbox" => nil, "disable-crash-reporter" => nil, "no-first-run" => nil, "disable-background-networking" => nil,
              "force-color-profile" => "srgb", "disable-gpu" => nil, "renderer-process-limit" => 1 }.freeze

  # The browser of this process; it ends with it, however that ends.
  def self.browser
    @browser ||= begin
      ENV.update("CACHEMARK_TEST_BROWSER" => PATH, "CACHEMARK_TEST_BROWSER_LEAVINGS" => leavings)
      Ferrum::Browser.new(browser_path: MORTAL, headless: "new", browser_options: OPTIONS, timeout: 60, process_timeout: 60)
                     .tap { |browser| at_exit { browser.quit } }
    end
  end

  # The folder of what outlives a test: files of the browser, and common pages.
  def self.leavings
    @leavings ||= Dir.mktmpdir("cachemark-browser").tap { |folder| at_exit { FileUtils.rm_rf(folder) } }
  end

  # {[class of tests, name, look] => [page that they share, its noise]}
  def self.common = @common ||= {}

  def before_setup
    super
    skip "there is no Chromium here: apt-get install chromium" unless PATH
    @folder = Dir.mktmpdir("cachemark-browser")
    @noise = Hash.new { |all, page| all[page] = [] }
    @tabs = []
  end

  # All pages are of one profile, and so of one process. A page stores only a theme that is chosen with JavaScript, which no test
  # does.
  def after_teardown
    @tabs&.each(&:close)
    FileUtils.remove_entry(@folder) if @folder
    super
  end

  # The folder that pages are written to.
  attr_reader :folder

  # Opens a page in a new tab, of that width in CSS pixels, or in one that is open; `html` is written to the file `name` first,
  # if given.
  #: (String, ?String?, ?tab: Ferrum::Page?, **untyped) -> Ferrum::Page
  def visit(name, html = nil, tab: nil, **look)
    path = File.expand_path(name, folder)
    File.binwrite(path, html) if html
    tab || @tabs.push(tab = new_tab)
    go(tab, path, **look)
  end

  # Gives the window of a page that look, and waits for its charts to fit.
  #: (Ferrum::Page, width: Integer, ?height: Integer, ?scheme: String) -> Ferrum::Page
  def resize(page, width:, height: 900, scheme: "light")
    page.command("Emulation.setDeviceMetricsOverride", width: width, height: height, deviceScaleFactor: 1, mobile: false)
    page.command("Emulation.setEmulatedMedia", features: [{ name: "prefers-color-scheme", value: scheme }])
    fits = "(plot) => !plot.dataset.width || Number(plot.dataset.width) === plot.clientWidth"
    wait_for(page, "the charts do not fit", "Array.from(document.querySelectorAll('[data-chart]')).every(#{fits})")
  end

  # Opens the page of the block with its charts drawn, for the first of the tests that read it. They must not change it.
  #: (String, ?width: Integer, ?height: Integer) { () -> String } -> Ferrum::Page
  def common(name, **look)
    page, @noise[page] = ABrowser.common[[self.class, name, look]] ||= begin
      path = File.join(Dir.mktmpdir(nil, ABrowser.leavings), name)
      File.binwrite(path, yield)
      opened = go(new_tab, path, **look)
      drawn(opened) if opened.evaluate("document.querySelector('[data-chart]') !== null")
      [opened, @noise[opened]]
    end
    page
  end

  # Until the charts are drawn.
  #: (Ferrum::Page) -> Ferrum::Page
  def drawn(page) = wait_for(page, "the charts were not drawn", "document.documentElement.dataset.charts === 'drawn'")

  # The messages of the page on its console, its requests that its policy refused, and those for files outside of this folder.
  #: (Ferrum::Page) -> Array[String]
  def complaints(page)
    asked = page.network.traffic.map { |exchange| exchange.request&.url.to_s }
    own = [folder, ABrowser.leavings].map { |place| "file://#{place}" }
    @noise[page] + asked.reject { |url| url.start_with?(*own, "data:") || url.empty? }
  end

  # The barriers that axe finds for people who cannot see, or cannot use a mouse: "rule: element", ....
  #: (Ferrum::Page) -> Array[String]
  def violations(page)
    page.command("Runtime.evaluate", expression: File.read(AXE))
    # As text: the browser takes longer to hand over an object than axe needs for a page.
    found = page.evaluate_async("axe.run({ resultTypes: ['violations'] })" \
                                ".then((found) => arguments[0](JSON.stringify(found.violations)))", 60)
    JSON.parse(found).flat_map do |rule|
      rule["nodes"].map { |node| "#{rule["id"]}: #{node["target"].join(" ")}: #{node["failureSummary"]}" }
    end
  end

  # Whether the page itself scrolls sideways.
  #: (Ferrum::Page) -> bool
  def sideways?(page) = page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")

  # Presses keys one after the other: "Tab", "Enter", "ArrowDown", or a letter.
  #: (Ferrum::Page, *String) -> void
  def press(page, *keys) = keys.each { |key| page.keyboard.type(key.size == 1 ? key : key.to_sym) }

  private

  def new_tab = ABrowser.browser.create_page.tap { |page| listen(page) }

  # Complaints about the page before are none about this one: axe asks for style sheets, which the policy refuses.
  def go(page, path, width: 1440, height: 900, javascript: true, scheme: "light")
    @noise[page].clear
    page.network.clear(:traffic)
    page.command("Emulation.setDeviceMetricsOverride", width: width, height: height, deviceScaleFactor: 1, mobile: false)
    page.command("Emulation.setEmulatedMedia", features: [{ name: "prefers-color-scheme", value: scheme }])
    page.command("Emulation.setScriptExecutionDisabled", value: true) unless javascript
    page.go_to("file://#{path}")
    loaded(page, "file://#{path}")
  end

  # `go_to` returns before the page is there if the browser takes more than a moment to begin. Without its style sheet, the
  # page is too wide for a telephone.
  def loaded(page, url)
    wait_for(page, "#{url} was not loaded",
             "location.href.startsWith(#{JSON.generate(url)}) && document.readyState === 'complete'")
  end

  def wait_for(page, otherwise, condition)
    500.times do
      return page if page.evaluate(condition)

      sleep 0.02
    end
    flunk "#{otherwise}: #{complaints(page).inspect}"
  end

  def listen(page)
    noise = @noise[page]
    page.command("Log.enable")
    page.on("Runtime.consoleAPICalled") { |said| noise << said["args"].map { |one| one["value"] }.join(" ") }
    page.on("Runtime.exceptionThrown") { |said| noise << said.dig("exceptionDetails", "exception", "description").to_s }
    page.on("Log.entryAdded") { |said| noise << said.dig("entry", "text") }
  end
end
