// Node keeps compiled what was compiled when a file was loaded. Most functions are compiled when they are first called, and a
// command calls thousands: that is a third of the time of a short one. So the code of large chunks is kept at the end of a run,
// with all that was compiled by then. V8 looks at the length of the source only: a chunk is known by the hash in its name, and
// what was kept by its own digest.
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const vm = require("node:vm");
const Module = require("node:module");

const CHUNK = /^([a-z-]+)-[\w-]{8}\.cjs$/;
/** Of smaller ones Node keeps enough. */
const LARGE_BYTES = 100000;
const DIGEST_BYTES = 40;

/**
 * From here on chunks of the absolute `folder` are loaded from what is kept, and kept. `findCompiled` says in which folder, or null;
 * it is asked again at the end, for a first call makes the folder that it is in.
 */
module.exports = function keepRunCode(folder, findCompiled) {
  const loadPlainly = Module._extensions[".js"];
  const run = [];
  Module._extensions[".cjs"] = function (chunk, filename) {
    const name = path.basename(filename);
    const isChunk = path.dirname(filename) === folder && CHUNK.test(name);
    const source = isChunk ? fs.readFileSync(filename, "latin1") : "";
    if (source.length < LARGE_BYTES) return loadPlainly(chunk, filename);
    const file = fileFor(name);
    const compiled = findCompiled();
    const code = compiled ? readKept(path.join(compiled, file)) : undefined;
    const script = new vm.Script(Module.wrap(source), { filename: filename, cachedData: code });
    if (!code || script.cachedDataRejected) run.push({ file: file, script: script });
    const start = script.runInThisContext();
    const given = [chunk.exports, Module.createRequire(filename), chunk, filename, folder];
    start.apply(chunk.exports, given);
  };
  process.on("exit", function () {
    const compiled = run.length > 0 ? findCompiled() : null;
    if (compiled)
      for (const one of run) keep(path.join(compiled, one.file), one.script.createCachedData());
  });
};

/** What a command calls differs from what another does, and what one Node compiled another refuses. */
function fileFor(name) {
  const word = process.argv[2] || "";
  const command = /^[a-z]{1,20}$/.test(word) ? word : "other";
  return [name, command, process.version, "code"].join(".");
}

function readKept(file) {
  try {
    const bytes = fs.readFileSync(file);
    const code = bytes.subarray(DIGEST_BYTES);
    return bytes.toString("latin1", 0, DIGEST_BYTES) === digestOf(code) ? code : undefined;
  } catch (_) {
    return undefined;
  }
}

/** Against damage, which V8 does not look for; nobody else can write there. The fastest that Node has loaded by then anyway. */
function digestOf(code) {
  return require("node:crypto").hash("sha1", code);
}

/** Whole or not at all, and in place of what was kept of an older build. A failure costs the next run its time, and nothing else. */
function keep(file, code) {
  const fresh = [file, process.pid, "new"].join(".");
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    fs.writeFileSync(fresh, Buffer.concat([Buffer.from(digestOf(code), "latin1"), code]), {
      mode: 0o600,
      flag: "wx",
    });
    fs.renameSync(fresh, file);
    dropOlder(file);
  } catch (_) {
    try {
      fs.unlinkSync(fresh);
    } catch (_) {
      // It was never there.
    }
  }
}

function dropOlder(file) {
  const folder = path.dirname(file);
  const name = path.basename(file);
  for (const other of fs.readdirSync(folder))
    if (other !== name && withoutHash(other) === withoutHash(name))
      fs.rmSync(path.join(folder, other), { force: true });
}

/** The same for what was kept of one chunk, whichever build it is of. */
function withoutHash(name) {
  return name.replace(/-[\w-]{8}(?=\.cjs\.)/, "");
}
