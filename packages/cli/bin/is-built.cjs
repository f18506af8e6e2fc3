// A checkout that was built and not touched since runs what was built: that starts in a fifth of the time. The time at which a
// file's entry changed is looked at, and not that of its text: copying an older file over a newer one does not make it older.
"use strict";
const fs = require("node:fs");
const path = require("node:path");

/** True when nothing in the sources of `checkout` changed since the build began that is in place there. */
module.exports = function isBuilt(checkout) {
  // Made by scripts/build.ts when all of it is there.
  const built = fs.statSync(path.join(checkout, "node_modules/.toolplane-built"), {
    throwIfNoEntry: false,
  });
  if (!built) return false;
  const packages = path.join(checkout, "packages");
  return fs.readdirSync(packages).every((name) => {
    const source = path.join(packages, name, "src");
    return !fs.existsSync(source) || isOlder(source, built.mtimeMs);
  });
};

/** Folders count too: taking a file away changes nothing else. */
function isOlder(folder, sinceMs) {
  if (fs.statSync(folder).ctimeMs >= sinceMs) return false;
  return fs.readdirSync(folder, { withFileTypes: true }).every((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return isOlder(file, sinceMs);
    return !isRun(entry.name) || fs.statSync(file).ctimeMs < sinceMs;
  });
}

function isRun(name) {
  return !/\.(?:test|fixture)\.ts$/.test(name);
}
