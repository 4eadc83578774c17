# frozen_string_literal: true

# How a line with a name begins in a record: `{ **Line["block"], "wall_ns" => 1 }`.
module Line
  #: (String) -> Hash[String, String]
  def self.[](name) = Cachemark::Record::Kinds::ROWS.fetch(name).first
end
