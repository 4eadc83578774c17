"use strict"
const crypto = require("crypto")
const fs = require("fs")
const path = require("path")

// The relative names of all files of a folder, sorted by their bytes.
function files(folder, below = "") {
  return fs.readdirSync(path.join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const name = path.posix.join(below, entry.name)
    return entry.isDirectory() ? files(folder, name) : [name]
  }).sort((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)))
}

// SHA-256 over every file of a folder: its name, NUL, its content, NUL.
function digest(folder) {
  const sum = crypto.createHash("sha256")
  for (const name of files(folder)) sum.update(name).update("\0").update(fs.readFileSync(path.join(folder, name))).update("\0")
  return sum.digest("hex")
}

function root(file) {
  for (let folder = path.dirname(file); folder !== path.dirname(folder); folder = path.dirname(folder)) {
    if (fs.existsSync(path.join(folder, "package.json"))) return folder
  }
  return path.dirname(file)
}

// The facts of a package that was really loaded, by its name; of a reference, by the path of its file; null for none.
function loaded(library) {
  if (library === null) return { version: null, file: null, digest: null, libraries: [] }
  if (path.isAbsolute(library)) {
    return { version: process.versions.node, file: library, digest: digest(path.dirname(library)), libraries: [] }
  }
  const file = fs.realpathSync(require.resolve(library))
  const folder = root(file)
  const { version } = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"))
  return { version, file, digest: digest(folder), libraries: [{ name: library, version, file }] }
}

module.exports = { loaded }
