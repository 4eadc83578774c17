# frozen_string_literal: true

require "json"

# A session that checks each message of its driver, and each one to it, against the schema of the protocol. It does so when the
# reply is there, so that no request is late.
class CheckedSession < Cachemark::Driver::Session
  def read_hello(deadline_s)
    super
    ProtocolSchema.check("reply", hello)
  end

  def send_request(type, fields = {}, deadline_s:)
    waiting = super
    -> { checked({ id: 0, type: type, **fields }, waiting) }
  end

  private

  def checked(request, waiting)
    reply = waiting.call
    ProtocolSchema.check("reply", reply)
    reply
  rescue Cachemark::Driver::Refused => error
    ProtocolSchema.check("reply", error.reply)
    raise
  ensure
    ProtocolSchema.check("request", JSON.parse(JSON.generate(request)))
  end
end
