# frozen_string_literal: true

module Cachemark
  module Report
    module Sentences
      # Notes and footnotes of comparisons, searches and loads on several hosts.
      module Hosts
        class << self
          def over_hosts(hosts:)
            return "only #{hosts.first} measured: this says nothing about other hosts" if hosts.one?

            "over #{Figures.counted(hosts.size, "host")} (#{Vocabulary.list(hosts)}): the interval is about the mean of hosts " \
              "like these"
          end

          def searched_on(hosts:)
            "searched on #{Figures.counted(hosts.size, "host")} together (#{Vocabulary.list(hosts)}): pairs are the sum over " \
              "all hosts"
          end

          def on_host(host:, note:) = "#{host}: #{Sentences.of(note)}"

          def host_lost(host:) = "lost #{host}: its measurements until then count"

          def host_disagrees(host:, label:, contender:, effect:)
            format("%s disagrees: there, %s of %s costs %+.1f %%", host, label, contender, effect * 100)
          end

          def server_limit(cpu:, threads:)
            format("the server was the limit: it used %.1f cores of %s", cpu, Figures.counted(threads, "thread"))
          end

          def host_limit(hosts:)
            "the client hosts were the limit: the client's process used at least 90 % of a core on #{Vocabulary.list(hosts)}"
          end

          def worker_limit(hosts:)
            "the workers were the limit: on #{Vocabulary.list(hosts)}, they were in a call at least 90 % of the time " \
              "(add workers with --with mode=threads-N)"
          end

          def no_limit(cpu:)
            format("the limit is unknown: neither the server (%.1f cores) nor a client's process was fully busy", cpu)
          end

          def other_work(counted:, made:)
            "in one block, the servers counted #{counted}, but the hosts sent #{made}"
          end

          def load_of_hosts(hosts:, apart_ns:, clock_error_ns:)
            text = "load from #{Figures.counted(hosts.size, "host")} (#{Vocabulary.list(hosts)})"
            return text unless apart_ns

            format("%s: blocks began within %s of each other, ± %s", text, Figures.latency(apart_ns),
                   Figures.latency(clock_error_ns))
          end

          def load_lost(host:) = "lost #{host}: only blocks that all hosts finished count"
        end
      end
    end
  end
end
