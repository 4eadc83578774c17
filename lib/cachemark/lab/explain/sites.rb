# frozen_string_literal: true

module Cachemark
  module Lab
    class Explain
      # Counts the sites of one cell in one process, as Instruments::CountedCell does for metrics. An instrument returns them as
      # Hashes with `name`, `place`, `count` and, if there are any, `text` and `bytes`. It counts CALLS of the instrument.
      class Sites < Instruments::CountedCell
        FIGURES = %w[count bytes].freeze
        private_constant :FIGURES

        private

        # A single line, with the sites of the iterations between the two windows, per call.
        def counted
          warm_up
          count = iterations(@instrument::CALLS)
          first, all = [1, count + 1].map { |number| window(number) }
          [{ cell: @cell.id, process: @name, calls: count * @cell.scenario.calls, sites: between(first, all) }]
        end

        def between(first, all)
          before = first.to_h { |site| [site.except(*FIGURES), site] }
          all.map { |site| difference(site, before[site.except(*FIGURES)]) }.reject { |site| site["count"].zero? }
        end

        def difference(site, before)
          before ? site.merge(site.slice(*FIGURES).to_h { |name, number| [name, number - before[name]] }) : site
        end
      end
    end
  end
end
