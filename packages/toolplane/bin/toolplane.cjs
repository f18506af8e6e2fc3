#!/usr/bin/env node
// Old JavaScript on purpose: a Node that is too old must be able to read this far and say so.
"use strict";
var needed = [22, 22, 2];
var have = process.versions.node.split(".").map(Number);
var older = have[0] - needed[0] || have[1] - needed[1] || have[2] - needed[2];
if (older < 0) {
  console.error(
    "toolplane needs Node " + needed.join(".") + " or newer; this is " + process.version + ".",
  );
  process.exit(1);
}
if (process.argv.length === 3 && process.argv[2] === "--version") {
  console.log(require("../package.json").version);
  process.exit(0);
}
require("node:module").enableCompileCache();
var path = require("node:path");
var url = require("node:url");
var built = path.join(__dirname, "../dist/cli/main.js");
if (!require("node:fs").existsSync(built)) {
  // A checkout that was never built: the sources run as they are.
  require("node:module").registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier, {
        conditions: ["@toolplane/source"].concat(context.conditions),
        importAttributes: context.importAttributes,
        parentURL: context.parentURL,
      }),
  });
  built = path.join(__dirname, "../src/cli/main.ts");
}
import(url.pathToFileURL(built).href);
