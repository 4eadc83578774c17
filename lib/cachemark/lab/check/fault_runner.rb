# frozen_string_literal: true

module Cachemark
  module Lab
    class Check < Loop
      # Runs cases with one contender. For each case, it chooses the client, has the trials made (Repeats, Trials), judges them
      # (Fault::Outcomes), and adds documented facts about the client.
      class FaultRunner
        UNPREFIXED = "it has no option for a text before its keys"
        SHORT = "its timeout, as given, is shorter than the reply takes"
        # How many times as many trials a case has if the client's documentation warns against such a use. Then only chance
        # decides what goes wrong in a trial.
        BY_CHANCE = 3
        private_constant :UNPREFIXED, :SHORT, :BY_CHANCE

        # Raises Trouble if the driver does not start, or loads other code than it should.
        #
        # - peers: the contenders that share servers with it in cases about others.
        # - effort: options of Repeats.
        #: (Workplace, Contender, Integer, ?peers: Array[Contender], ?effort: Hash[Symbol, Object]) -> void
        def initialize(workplace, contender, seed, peers: [], effort: {})
          @workplace = workplace
          @contender = contender
          @seed = seed
          @peers = peers
          @effort = effort
          @clients = {}
          client(contender)
        end

        #: (Fault::Case) -> Fault::Outcomes::Result
        def call(fault_case)
          @repeats = []
          result = result(fault_case)
          discarded = @repeats.map(&:discarded).reduce({}) { |all, own| all.merge(own) { |_, some, more| some + more } }
          discarded.any? ? result.with(discarded: discarded.freeze) : result
        ensure
          @clients.each_value { |client| client.leave unless client.kept? }
        end

        # Ends the processes of its clients.
        def leave = @clients.each_value(&:leave)

        private

        def result(fault_case)
          trials = trials(fault_case, client_for(fault_case))
          return swept(fault_case, trials) if fault_case.swept?

          tries = repeats(fault_case, trials.outcomes, trials)
          made = tries.trials
          result = trials.outcomes.result(made)
          proven(documented(fault_case, timeout_known(fault_case, result)), tries.shortage || fault_case.ineffective(made))
        rescue CheckedClient::Unprepared => failure
          Fault::Outcomes.untried("FAIL", failure.message)
        rescue CheckedClient::OutOfReach => harmless
          Fault::Outcomes.untried("UNSUPPORTED", harmless.message, because: Vocabulary::Outcomes::OUT_OF_REACH)
        rescue CheckedClient::Unsupported => lack
          Fault::Outcomes.untried("UNSUPPORTED", lack.message)
        end

        def swept(fault_case, trials)
          result = Fault::Sweep.new(trials.outcomes).result(sweep(fault_case, trials))
          proven(result, @repeats.filter_map(&:shortage).first)
        end

        # A trial for each line that the library runs, until the call ends before its interrupt comes. All trials use the
        # same servers. One unsafe line is enough to catch a mutant.
        def sweep(fault_case, trials)
          trials.with_servers do |servers|
            Fault::Sweep::ERRORS.each_with_object([]) do |error, made|
              tries = repeats(fault_case, trials.outcomes, ->(number) { trials.at_line(servers, number, error) })
              alone = trials.alone?
              points = points(tries, made.size)
              points = points(tries, made.size) if trials.alone? != alone
              made.concat(points)
              break made if tries.caught? || tries.shortage
            end
          end
        end

        def points(tries, before) = Fault::Sweep.through { |number| tries.point(number, before) unless tries.caught? }

        def repeats(fault_case, outcomes, trials)
          factor = warning(fault_case) ? BY_CHANCE : 1
          Repeats.new(fault_case, trials, outcomes: outcomes, factor: factor, **@effort).tap { |made| @repeats << made }
        end

        def trials(fault_case, client)
          peers = peers(fault_case).to_h { |peer| [peer, client(peer, actor: "peer")] }
          keeper = @workplace.engine.keeper
          Trials.new(fault_case, ring: ring(fault_case), keeper: keeper, client: client, seed: @seed, peers: peers)
        end

        # Servers as the case needs them. Raises CheckedClient::Unsupported if the client cannot connect to such servers, or if
        # memcached cannot be one.
        def ring(fault_case) = @workplace.ring(placed(fault_case), fault_case.fault.servers)

        # The contender with the way to connect of a case.
        def placed(fault_case)
          return @contender if fault_case.endpoint.empty?

          contender = @contender.on(fault_case.endpoint)
          raise CheckedClient::Unsupported, contender.refusal if contender.refusal

          @workplace.engine.ring_starter.check(contender)
          contender
        rescue Usage, Trouble => error
          raise CheckedClient::Unsupported, error.what
        end

        # The client in the case's mode. A driver may have to change its process permanently before it loads a client. It may
        # also load the client differently for several servers. Raises CheckedClient::Unsupported, CheckedClient::OutOfReach.
        def client_for(fault_case)
          mode = fault_case.fault.mode
          lack = Vocabulary::Mode.of(mode).lacking(@contender.language) and raise CheckedClient::Unsupported, lack
          # Interrupts strike in Ruby or Python code. In native code, an interrupt would prove nothing.
          native = @contender.check_settings.native if fault_case.inside?
          raise CheckedClient::OutOfReach, native if native
          raise CheckedClient::OutOfReach, UNPREFIXED if fault_case.fault.prefix && @contender.prefix_option.nil?
          raise CheckedClient::OutOfReach, SHORT if @contender.shortest_timeout_s&.<=(fault_case.late_s)

          client(@contender.among(fault_case.fault.servers), mode: mode)
        end

        def client(contender, mode: Vocabulary::Mode::SYNC.to_s, actor: "subject")
          @clients[[contender.id, contender.shims, mode, actor]] ||= @workplace.client(contender, mode: mode, actor: actor)
        end

        # The other contenders of a case about others. Raises CheckedClient::Unsupported if there are none.
        def peers(fault_case)
          kind = fault_case.fault.peers or return []
          found = @peers.select { |peer| kind == "any" || peer.client.language == @contender.client.language }
          return found.map { |peer| peer.among(fault_case.fault.servers) } if found.any?

          whom = kind == "any" ? "another contender" : "another contender of its language"
          raise CheckedClient::Unsupported, "this case needs #{whom} on the command line"
        end

        # Without a documented timeout, a client does not promise that a call ends.
        def timeout_known(fault_case, result)
          return result unless result.outcome == "HANG" && fault_case.impatient && @contender.check_settings.impatient.empty?

          result.with(reason: "#{result.reason} (no timeout of this client is known)")
        end

        # Adds a warning of the client's documentation against such a use. Errors and calls that do not return are not a failure
        # then, because chance decides which of them happens. It also decides whether a value is wrong, or the case passes, so
        # every outcome notes the warning.
        def documented(fault_case, result)
          line = warning(fault_case) or return result

          outcome = Vocabulary::Outcomes::EXCUSABLE.include?(result.outcome) ? "INFO" : result.outcome
          result.with(outcome: outcome, reason: result.reason && "#{result.reason} (#{line.unsafe})",
                      because: Vocabulary::Outcomes::WARNED)
        end

        def warning(fault_case) = fault_case.shared_in && @contender.unsafe("#{fault_case.shared_in}-2,shared")

        # A pass proves nothing if the fault did not happen, or if there were too few trials.
        def proven(result, lack)
          return result unless lack && Vocabulary::Outcomes.passed?(result.outcome)

          because = Vocabulary::Outcomes::OUT_OF_REACH if lack == Fault::Case::UNTOUCHED
          result.with(outcome: "UNSUPPORTED", reason: lack, because: because)
        end
      end
    end
  end
end
