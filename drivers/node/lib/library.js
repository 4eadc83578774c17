"use strict"
const fs = require("fs")
const path = require("path")

function root(file) {
  for (let folder = path.dirname(file); folder !== path.dirname(folder); folder = path.dirname(folder)) {
    if (fs.existsSync(path.join(folder, "package.json"))) return folder
  }
  return path.dirname(file)
}

// The facts of a package that was really loaded, by its name; of a reference, by the path of its file; null for none.
function loaded(library) {
  if (library === null) return { version: null, file: null, folders: [], libraries: [] }
  if (path.isAbsolute(library)) {
    return { version: process.versions.node, file: library, folders: [path.dirname(library)], libraries: [] }
  }
  const file = fs.realpathSync(require.resolve(library))
  const folder = root(file)
  const { version } = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"))
  return { version, file, folders: [folder], libraries: [{ name: library, version, file }] }
}

module.exports = { loaded }
