"use strict"
// Reports the facts of this Node.js in one line of JSON.
console.log(JSON.stringify({ version: process.versions.node, engine: "node",
  description: `node ${process.versions.node} (V8 ${process.versions.v8})`, folders: [] }))
