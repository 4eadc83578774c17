# frozen_string_literal: true

# The contents of sites with something for every kind of page, and their pages as text.
module MadeSites
  Results = Cachemark::Results
  Site = Cachemark::Site
  Campaign = Cachemark::Catalog::Campaign
  # Every kind of name that a record may have, all at once.
  EVIL = "<script>alert('1')</script>\"&../../etc"
  OTHER = { id: "aaaa0000bbbb1111", cpu: "Intel Xeon" }.freeze
  EARLIER = "2026-11-24T10:00:00Z"
  OPTION = "dalli@5.3.2,string_fastpath=on"
  DEPARTURES = { OPTION => { "string_fastpath" => %w[on off] } }.freeze
  PAIR = { "of" => { "client" => "dalli", "scenario" => "client/get" }, "against" => { "client" => "pymemcache" } }.freeze
  SIGNS = { "&amp;" => "&", "&lt;" => "<", "&gt;" => ">", "&quot;" => '"', "&#39;" => "'", "\u00a0" => " " }.freeze
  BLOCK = %r{</?(?:p|li|tr|h\d|caption|summary|figcaption|dt)\b[^>]*>}

  class << self
    # A history: two series, one of which a faster line follows on another machine.
    def history
      tracks = %w[client/get client/a-long-name-of-a-scenario].map { |scenario| MadeSite.track(scenario: scenario) }
      later = MadeSite.line([MadeSite.point(5, "dalli", "4.0.0", 1.0)], machine: "m2", machine_description: "Intel, 8 cores")
      tracks[0] = tracks[0].with(lines: [*tracks[0].lines, later])
      skipped = [["/home/me/history/records/x.jsonl", "/home/me/history/records/x.jsonl: its summary is damaged"]]
      MadeSite.contents(tracks: tracks).with(skipped: skipped, count: 5_000)
    end

    # A history of which every name is EVIL, or another.
    def hostile(evil = EVIL)
      ratios = { evil => 1.0, "4.0.0" => 1.6, "#{evil}2" => 1.2 }
      names = %i[scenario options mode machine_description runtime].to_h { |name| [name, evil] }
      tracks = ["ruby/dalli", evil].map { |client| MadeSite.track(client: client, ratios: ratios, **names) }
      runs = tracks.first.points.map { |point| MadeSite.entry(point, machine_description: evil, suite: evil) }
      MadeSite.contents(tracks: tracks, runs: runs).with(skipped: [["/records/#{evil}", evil]])
    end

    # Results of every kind. `more` goes into those with times, such as `method: 2`.
    def results(**more)
      steps = { "compared" => "compare", "run" => "run", "checked" => "check", "lost" => "outage" }.map do |id, word|
        Campaign::Step.new(id: id, argv: [word, "dalli@5.3.2"], question: "What of #{id}?", about: "About #{id}.",
                           answer: (Campaign::Answer.of({ "pairs" => [PAIR] }) if id == "run"))
      end
      contents_of(*timed(**more), *untimed, steps: steps, repository: "https://example.org/cachemark",
                  summaries: { "ruby/dalli" => "the usual client" }, warnings: { "ruby/memcached" => "no release since 2014" })
    end

    # The contents of these results; all are of one campaign.
    def contents_of(*results, steps: [], repository: nil, **more)
      campaign = Campaign.new(id: "c", title: "c", summary: "c", steps: steps)
      Site::Results::Contents.new(survey: MadeResults.survey(*results), campaigns: [campaign], repository: repository, **more)
    end

    # Where a result is in the campaign.
    def step(id, begun = "2026-11-26T10:00:00Z") = { "id" => "c", "begun" => begun, "step" => id, "busy_percent" => 4 }

    # The texts of a site's files by their paths.
    def texts(contents)
      return Site::History.files(contents).first if contents.is_a?(Site::History::Contents)

      Site::Results.files(contents, Results::Folder.new("/nowhere")).first
    end

    # The text of a page, a line for each block. Links have their addresses, charts their points.
    def text(html)
      charts = html.scan(%r{<script type="application/json" id="(.*?)">(.*?)</script>}m).map do |id, spec|
        "#{id}: #{JSON.parse(spec).dig("data", "values").map { |point| point["text"] }.join("; ").tr("\n", "|")}"
      end
      rows = html[%r{<main.*</main>}m].gsub(%r{<tr.*?</tr>}m) { |row| row.tr("\n", " ") }
      words = rows.gsub(%r{<span class="tip".*?>(.*?)</span>}m, ' (\1)')
                  .gsub(%r{<a [^>]*?href="([^"]*)"[^>]*>(.*?)</a>}m, '\2 [\1]')
                  .gsub(BLOCK, "\n").gsub(%r{</t[hd]>}, " | ").gsub("<br>", " / ").gsub(/<[^>]+>/, "")
      words = words.gsub(Regexp.union(SIGNS.keys), SIGNS).gsub(/ +/, " ").gsub(/Z-\h{12}/, "Z-ID")
      "#{[*words.lines.map(&:strip).reject(&:empty?), *charts].join("\n")}\n"
    end

    # The cost of a client that could not be built.
    def absent
      none = %w[wall_ns interval socket_ratio socket_ratio_interval].to_h { |name| [name, nil] }
      { us: 0, row: { "status" => "unavailable", "reason" => "it cannot be installed", **none } }
    end

    private

    def timed(**more)
      [MadeResults.runs({ "client/get" => { "dalli@5.3.2" => 21.0, OPTION => 19.0, "pymemcache@4.0.0" => 14.0,
                                            "memcached@1.8.0" => { us: 15.0, row: { "disturbance" => 2.18 } }, "socket" => 9.0 },
                          "client/set" => { "dalli@5.3.2" => 77.0 } },
                        departures: DEPARTURES, campaign: step("run"), **more),
       MadeResults.run({ "dalli@4.3.10" => 25.0, "dalli@3.2.8" => absent }, at: "2026-11-25T10:00:00Z", **more),
       MadeResults.run({ "dalli@5.3.2" => { us: 30.0, ratio: 1.41 } }, machine: OTHER, **more),
       *{ "1k" => 22.0, "1M" => 90.0, "100" => 21.0 }.map do |size, us|
         MadeResults.run({ "dalli@5.3.2" => us }, scenario: "client/get,size=#{size}", **more)
       end,
       compared(-0.1, [-0.11, -0.09], argv: %w[compare dalli@4.3.10 dalli@5.3.2], **more),
       compared(-0.08, [-0.09, -0.07], machine: OTHER, **more),
       MadeResults.run({ "dalli@5.3.2" => 21.5 }, at: EARLIER, campaign: step("run", EARLIER), **more)]
    end

    def compared(effect, interval, **more)
      MadeResults.compare("dalli@5.3.2", "dalli@4.3.10", effect, interval, verdict: "faster", campaign: step("compared"), **more)
    end

    def untimed
      row = { "contender" => "dalli@5.3.2", "scenario" => "client/get", "mode" => "sync", "status" => "ok" }
      traffic = { **row, "commands" => [{ "name" => "mg", "count" => 3 }], "round_trips" => 3, "bytes_out" => 43_389.4,
                  "bytes_in" => 42.78, "counts" => { "instructions" => { "value" => 7_908 } } }
      option = { **row, "option" => "compress", "value" => "off", "default" => "on", "status" => "changes", "servers" => 2,
                 "effects" => [{ "kind" => "flags", "what" => "of set" }] }
      outage = MadeResults.outage({ "dalli@5.3.2" => [[12, 1.1], [80, nil]] }, campaign: step("lost"),
                                                                               argv: %w[outage dalli@5.3.2 --fault restart=2])
      found = ["dalli 3.0.5 made get slower.", "dalli 4.0.0 made get faster."]
      [checked, MadeResults.check({ "dalli@5.3.2" => { "HANG" => 1 } }, campaign: step("checked", EARLIER), at: EARLIER),
       MadeResults.of("work", ["dalli@5.3.2"], rows: [traffic]), outage,
       MadeResults.of("work --options", ["dalli@5.3.2"], rows: [option]),
       MadeResults.of("find", %w[dalli@5.3.2], answer: found)]
    end

    def checked
      outcomes = { "CORRUPT" => 1, "HANG" => 1, "FAIL" => 2, "INFO" => 2, "NON-STRICT" => 1, "PASS" => 90,
                   %w[CORRUPT warned] => 1, "UNSUPPORTED" => 6,
                   ["UNSUPPORTED", Cachemark::Vocabulary::Outcomes::OUT_OF_REACH] => 5 }
      others = { OPTION => { "FAIL" => 1 }, "memcached@1.8.0" => { "CORRUPT" => 4, "HANG" => 1 } }
      MadeResults.check({ "dalli@5.3.2" => outcomes, **others },
                        departures: DEPARTURES, runtimes: { "memcached@1.8.0" => "3.4.1" }, campaign: step("checked"))
    end
  end
end
