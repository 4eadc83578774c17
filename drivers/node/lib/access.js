"use strict"
const fs = require("fs")

// Options of tls.connect, which verifies the server's certificate, and that it names the host; nothing without TLS.
const secured = ({ tls }) => (tls ? { tls: tls.ca ? { ca: fs.readFileSync(tls.ca) } : {} } : {})

// The user and the password of a login by SASL; nothing without one.
const credentials = ({ login }) => (login?.by === "sasl" ? { username: login.user, password: login.password } : {})

module.exports = { credentials, secured }
