# frozen_string_literal: true

module Cachemark
  module Site
    module History
      # Two versions of a client, from the figures of a history. It shows figures with their intervals and gives no verdict,
      # because a verdict needs pairs, and the two were measured in separate runs.
      class TwoVersions < Page
        # A series with two versions. `times` are their newest points in one line, `ratios` those with × socket; nil without
        # any.
        Contrast = Value.define(:track, times: nil, ratios: nil) do
          # nil for a series without both versions.
          #: (Track, String, String) -> Contrast?
          def self.of(track, from, to)
            points = track.releases.values_at(from, to)
            return unless points.all?

            new(track: track, times: track.pair(from, to), ratios: (points if points.all?(&:socket_ratio)))
          end

          # How much more the second version costs, as a share: of :times in :wall_ns, or of :ratios in :socket_ratio.
          #: (Symbol, Symbol) -> Float?
          def effect(points, figure) = self[points] && ((self[points].last[figure] / self[points].first[figure]) - 1)

          # "more" or "less" if the intervals do not overlap, else "open".
          #: () -> String
          def outcome
            known = times&.map { |point| point.interval_over_runs(track.time_method) }
            from, to = ratios ? ratios.map(&:socket_ratio_interval) : known
            return "open" unless from && to
            return "more" if to.first > from.last

            to.last < from.first ? "less" : "open"
          end

          # By × socket: the change, and the smallest and the largest change that both intervals allow; nil without × socket.
          #: () -> [Float, Float, Float]?
          def reach
            from, to = ratios&.map { |point| point.socket_ratio_interval || [point.socket_ratio] * 2 }
            [effect(:ratios, :socket_ratio), (to.first / from.last) - 1, (to.last / from.first) - 1] if ratios
          end
        end

        OUTCOMES = { "more" => "costs more", "less" => "costs less", "open" => "cannot be distinguished" }.freeze
        READ_FIRST = "Times are of one machine, server, placement and runtime, or are not shown. × socket is comparable across " \
                     "machines. A difference counts as more or less only if the intervals of × socket do not overlap " \
                     "(without × socket, those of the times). Intervals of times by method 1 get the difference between two " \
                     "runs first."
        private_constant :OUTCOMES, :READ_FIRST

        private

        # Rows are by the method with the most series, the newest of several.
        def prepare(client, from, to)
          @client, @from, @to = client, from, to
          rows = @contents.tracks_of(client).filter_map { |track| Contrast.of(track, from, to) }
          @rows = rows.group_by { |row| row.track.time_method }.max_by { |number, own| [own.size, number] }.last
        end

        def title = "#{@client} #{@from} and #{@to}"

        def lead
          counts = @rows.map(&:outcome).tally
          parts = OUTCOMES.filter_map { |outcome, words| "#{words} in #{counts[outcome]}" if counts.key?(outcome) }
          "Of #{Figures.counted(@rows.size, "series", "series")} #{@to} #{parts.join(", ")}."
        end

        def parts
          [text(link("All releases", History.releases(@client))),
           section("figures", "Figures", text(READ_FIRST), differences,
                   table("figures-grid", "Of both the newest figures, with an interval where there is one", @rows, columns)),
           section("verdict", "For a verdict", *verdict)]
        end

        def differences
          chart(:estimates, id: "differences", title: "Difference of × socket", points: @rows.filter_map { |row| point(row) },
                            words: "Each dot is a series; right of the line #{@to} costs more. The stroke reaches as far as " \
                                   "both intervals allow.", **CHANGES)
        end

        def point(row)
          effect, *ends = row.reach
          dot(effect, ends, group: "all", name: row.track.title, text: "#{row.track.title}: #{Figures.change(effect)}") do |share|
            (share * 100).round(2)
          end if effect
        end

        def columns
          [words("series") { |row| row.track.title },
           *costs("time", :times, method(:time), :wall_ns), difference("difference", :times, :wall_ns),
           *costs("× socket", :ratios, method(:ratio), :socket_ratio),
           difference("difference of × socket", :ratios, :socket_ratio), words("#{@to} costs", &:outcome)]
        end

        def costs(heading, points, words, name)
          [@from, @to].each_with_index.map do |version, at|
            cell = ->(row) { row[points] ? words.call(row[points][at]) : "" }
            figure("#{heading}, #{version}", cell) { |row| row[points] && row[points][at][name] }
          end
        end

        def difference(heading, points, name) = number(heading, Figures.method(:change)) { |row| row.effect(points, name) }

        # No command for names that a shell would not read as plain words, nor for checkouts, which may no longer exist.
        def verdict
          name = Vocabulary::Language.short_name(@client)
          command = "cachemark compare #{name}@#{@from} #{name}@#{@to}"
          return [] unless command.match?(%r{\A[\w@./ -]+\z}) && @rows.any? { |row| row.track.options.empty? }

          [text("From pairs of fresh processes on one machine:"), Part::Code.new(text: command)]
        end
      end
    end
  end
end
