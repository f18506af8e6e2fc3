// Preloaded into every thread of a test run. Node keeps what it compiled for its main thread only: a worker thread that reads a
// source takes its types away anew, and gets ready for that with a third of a second of processor time. Here the first thread
// that reads a text keeps it without its types, by Node's own hand, and the next take it from there.
"use strict";
const { createHash } = require("node:crypto");
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require("node:fs");
const { registerHooks, stripTypeScriptTypes } = require("node:module");
const path = require("node:path");
const { fileURLToPath } = require("node:url");
const { isMainThread, threadId } = require("node:worker_threads");

const KEPT = path.join(__dirname, "../../node_modules/.cache/stripped");
const ENDING = /^file:.*(?<!\.d)\.ts$/;

if (!isMainThread)
  registerHooks({
    load: (url, context, next) =>
      ENDING.test(url)
        ? { format: "module", shortCircuit: true, source: strippedText(fileURLToPath(url)) }
        : next(url, context),
  });

function strippedText(file) {
  const text = readFileSync(file, "utf8");
  const name = createHash("sha256").update(`${process.version}\0${text}`).digest("hex");
  const kept = path.join(KEPT, `${name}.js`);
  try {
    return readFileSync(kept, "utf8");
  } catch {
    const code = stripTypeScriptTypes(text);
    mkdirSync(KEPT, { recursive: true });
    // Another thread may be reading it.
    writeFileSync(`${kept}.${process.pid}.${threadId}`, code);
    renameSync(`${kept}.${process.pid}.${threadId}`, kept);
    return code;
  }
}
