# frozen_string_literal: true

module Check
  module Generated
    # The operations and the parameters of scenarios, which no schema has.
    class Scenarios
      PARAMETERS = "A parameter overrides what a scenario's file says: `NAME[,PARAMETER=VALUE]...`, such as " \
                   "`--scenario client/get,size=10k`. A scenario has a parameter only if its file has what the parameter " \
                   "overrides. In a list of a suite, quote it, because a comma ends an entry there."

      #: () -> Array[String]
      def parts
        ["## Operations of a step", operations, "## Parameters of a scenario", PARAMETERS, parameters]
      end

      private

      def operations
        rows = Cachemark::Vocabulary::Operations::ALL.values.map do |operation|
          ["`#{operation.name}`", operation.kinds.join(", "), operation.keys, operation.value || "none", operation.does]
        end
        Generated.grid(["Operation", "Kinds of scenarios", "Keys of a call", "Value", "On the wire"], rows)
      end

      def parameters
        rows = Cachemark::Catalog::Parameters::ALL.values.map do |parameter|
          ["`#{parameter.name}=#{parameter.example}`", parameter.summary, parameter.wanted]
        end
        Generated.grid(%w[Parameter Overrides Value], rows)
      end
    end
  end
end
