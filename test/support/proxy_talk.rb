# frozen_string_literal: true

# Says things to a conversation of the proxy, for its tests.
module ProxyTalk
  # The bytes of the client, then those of the server.
  def converse(conversation, question, *answers)
    conversation.sent(question)
    answers.each { |answer| conversation.received(answer) }
  end

  # The traffic of a separate conversation.
  #: (String, ?String) -> Cachemark::Proxy::Traffic
  def traffic_of(question, answer = "")
    conversation = Cachemark::Proxy::Conversation.new
    converse(conversation, question, answer)
    conversation.drain
  end

  # A packet of the binary protocol: 0x80 of a client, 0x81 of a server.
  def packet(magic, opcode, **parts)
    key, extras, value = %i[key extras value].map { |name| parts.fetch(name, "").b }
    header = [magic, opcode, key.bytesize, extras.bytesize, 0, parts.fetch(:status, 0), (extras + key + value).bytesize,
              parts.fetch(:opaque, 0), parts.fetch(:cas, 0)]
    header.pack("CCnCCnNNQ>") + extras + key + value
  end

  # An item as a list, without the nils at its end.
  def listed(item)
    list = [item.key, item.outcome, item.flags, item.ttl, item.bytes, item.data, item.cas]
    list.pop while list.last.nil?
    list
  end

  # A proxy of this test, and a client of one.
  #: (Integer, ?filter: Proc) -> Cachemark::Proxy::Server
  def proxy_to(port, **settings)
    Cachemark::Proxy::Server.start(Cachemark::Access.tcp("127.0.0.1", port), **settings).tap { |proxy| (@proxies ||= []) << proxy }
  end

  def connect(proxy) = TCPSocket.new(*proxy.address.split(":")).tap { |client| (@clients ||= []) << client }

  def after_teardown
    @clients&.each(&:close)
    @proxies&.each(&:stop)
    super
  end

  # Bytes of the longest String that lives.
  def largest_string = ObjectSpace.each_object(String).map(&:bytesize).max
end
