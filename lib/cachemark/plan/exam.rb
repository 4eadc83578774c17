# frozen_string_literal: true

module Cachemark
  module Plan
    # A contender and the cases that it is put to; control: nil for what is examined, "socket" for the
    # reference, which must pass, or the name of the flaw that must be caught.
    Exam = Value.define(:contender, :cases, control: nil)
  end
end
