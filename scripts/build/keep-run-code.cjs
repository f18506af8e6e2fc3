// Loaded before the command line where a test starts it, as bin/toolplane.cjs does where a person does: a test run starts it
// some hundred times, and functions that one start compiled serve the next.
"use strict";
const path = require("node:path");
const kept = process.env.NODE_COMPILE_CACHE;
const keepRunCode = require("../../packages/cli/bin/keep-run-code.cjs");
if (kept) keepRunCode(path.dirname(process.argv[1]), () => path.join(kept, "run"));
