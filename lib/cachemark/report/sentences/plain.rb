# frozen_string_literal: true

module Cachemark
  module Report
    module Sentences
      # The sentences with nothing but the facts of their remark: id => a template of `format`.
      module Plain
        # Footnotes of a row, and why it has no figures.
        ROWS = {
          recorded: "%{text}", # as in the record
          unmeasured: "not measured before the run ended",
          unexpected_replies: "its replies were not the expected ones",
          no_proof: "no proof of its replies is on record",
          uneven: "some of its calls take far longer than others, and those of socket do not: see disturbance, and measure " \
                  "with --metric latencies",
          disturbed: "disturbed: other work or waiting lengthened its calls so much that its × socket is not known to within " \
                     "3 %%; measure for longer, or on a quieter machine",
          widened: "other work lengthened its calls, so that its interval is wide: measure longer, or on a quieter machine",
          departure: "its timed calls %{way} %{timed} bytes an iteration, through the proxy %{seen}: it works differently once " \
                     "it is warm",
          below_floor: "memcached %{version} is older than the oldest that it supports, %{least} (%{source})",
          unobserved: "its work could not be checked through the proxy: %{reason}",
          in_flight_unknown: "in flight: unknown (%{reason})",
          few_ticks: "user and system from less than %{seconds} s of CPU: the kernel counts ticks",
          pool_never_waits: "no waited and no timeouts: a call that finds no free connection never waits; its pool makes " \
                            "another one, or raises",
          no_stampede: "its stampedes could not be measured: %{reason}",
          wrong_value: "a read of %{key} returned %{actual}",
          fell_behind: "it fell behind",
          no_p99: "too few calls for a p99",
          no_effect_seen: "%{option}=%{given}: no effect seen in the examined calls",
          no_probe: "it offers none of the calls by which options are examined"
        }.freeze

        # Remarks of Stats::Findings on the traffic of a row.
        FINDINGS = {
          overwrites: "overwrites existing values: it sends set where the scenario has add",
          looks_up: "looks up %{reads} keys per iteration where the scenario has %{scenario}",
          misses: "misses %{misses} of %{reads} where the scenario misses %{scenario}",
          foreign_values: "reads the values that %{source} stored, not those of its scenario",
          reads_plain: "reads values that were stored plain: their flags say that there is nothing to deserialise",
          same_operation: "per call the same operation as %{row}",
          per_iteration: "%{count} per iteration",
          locks: "takes locks in its calls, where %{free} takes none"
        }.freeze

        # Notes on a whole run, a comparison or a search.
        RUNS = {
          unfinished: "the run has not ended: these are its figures so far",
          uncalibrated: "this machine was not calibrated: the smallest slowdown that it detects is unknown (bench/calibrate.rb)",
          unpinned: "nothing is pinned to a core: figures shift by tens of percent between processes",
          two_cores: "sender and server have a core each (two-core): these times are not costs, which are measured on one core",
          shared_cores: "sender and server do not have a core each (%{placement}): they wait for each other, which the " \
                        "latencies include",
          steal: "the host took %<percent>.1f %% of the CPU away during the run",
          foreign_server: "the server is yours and is not pinned: its threads and cores move costs by tens of percent, even " \
                          "× socket",
          shared_server: "others may use the server (--allow non-empty): its counters could only be checked for being too low",
          busy: "the machine was busy when the run began (load %<load>.1f on %{cores} cores): times are long, intervals wide",
          imprecise: "%{count} of %{of} rows are known to no better than ± 50 %%: measure longer",
          concurrent: "in a concurrent mode a time per call is the elapsed time divided by the calls of all workers; single " \
                      "calls take longer (--metric latencies)",
          clock_for_latencies: "every time includes a reading of the clock for each call (--metric latencies)",
          clock_for_pairs: "over pairs every time includes a reading of the clock for each call",
          sequential: "intervals stay valid however often you look (--for SHARE): they are wider than those of a run of fixed " \
                      "length",
          few_processes: "no interval where a row has fewer than %{fewest} fresh processes",
          options_unseen: "options of clients were not examined: %{reason} (%{try})",
          unpinned_pairs: "not pinned to a core, pairs differ more: this run detects less than a pinned one",
          search_unfinished: "the search has not ended",
          unresolved_retest: "the interval of the retest contains 0",
          host_lost: "lost %{host}: its measurements until then count",
          load_lost: "lost %{host}: only blocks that all hosts finished count",
          no_limit: "the limit is unknown: neither the server (%<cpu>.1f cores) nor a client's process was fully busy",
          other_work: "in one block, the servers counted %{counted}, but the hosts sent %{made}"
        }.freeze

        # Why a verdict is unresolved or invalid, and its footnotes.
        VERDICTS = {
          no_pairs: "no pair of processes was completed",
          unreported_metric: "the driver of this language does not report %{metric}",
          uncounted: "no %{unit} on record for %{contender}",
          beyond_both: "%{scenario} has no verdict: %{reason}",
          other_allocations: "two languages do not count the same things as allocated",
          processes_differ: "%{unit} per call differ from process to process of %{contender}, from %<low>g to %<high>g: as " \
                            "much as the two contenders do",
          unproven: "no proof of the replies of %{lacking} of %{processes} processes",
          too_much_steal: "the host took %<percent>.1f %% of the CPU away (more than %{most} %%): measure when it is quieter",
          tighter_margin: "a change that may exceed the margin is not called the same" # for a control of the selftest
        }.freeze

        ALL = { **ROWS, **FINDINGS, **RUNS, **VERDICTS }.freeze
      end
    end
  end
end
