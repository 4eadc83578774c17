# frozen_string_literal: true

# The values of Stats as reports have them, with sentences in the place of remarks:
#
#   Said::Table.of(record)      as Cachemark::Stats::Table.of(record)
module Said
  # Makes a value of Stats and says it.
  class Maker
    def initialize(type)
      @type = type
    end

    def of(...) = Cachemark::Report::Sentences.in(@type.of(...))
  end

  %i[Table Comparison WorkTable Selftest Check DoctorResult].each do |name|
    const_set(name, Maker.new(Cachemark::Stats.const_get(name)))
  end
end
