"use strict"
// memcache-plus 0.3.1: a line that memcached sends without a request ends the process.
// Usage: node memcache-plus-unexpected-line.js, with the package; it needs no memcached. Ends with 1 if the process would end.
const net = require("net")
const MemcachePlus = require("memcache-plus")

// In place of memcached: it has as many connections as it may have.
const full = net.createServer((near) => near.end("ERROR Too many open connections\r\n")).listen(0, "127.0.0.1", () => {
  new MemcachePlus({ hosts: [`127.0.0.1:${full.address().port}`], onNetError() {} })
  setTimeout(() => { console.log("the process goes on"); process.exit(0) }, 1000)
})
process.on("uncaughtException", (error) => {
  console.log(`the process ends by an uncaught ${error.name}`)
  process.exit(1)
})
