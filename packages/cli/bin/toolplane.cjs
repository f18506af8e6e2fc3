// Old JavaScript on purpose: a Node that is too old must be able to read this far and say so.
"use strict";
var needed = [22, 22, 2];
var have = process.versions.node.split(".").map(Number);
var older = have[0] - needed[0] || have[1] - needed[1] || have[2] - needed[2];
var fs = require("node:fs");
var path = require("node:path");
var source = path.join(__dirname, "../src/program/main.ts");
if (older < 0) goOnElsewhere();
else run();

function run() {
  if (process.argv.length === 3 && /^(?:--version|-v)$/.test(process.argv[2])) {
    // Past the streams: making them takes longer than all the rest of this.
    fs.writeSync(1, [require("../package.json").version, "\n"].join(""));
    process.exit(0);
  }
  var program = path.join(__dirname, "../dist/program/main.cjs");
  var compiled = compiledFolder();
  if (compiled) require("node:module").enableCompileCache(compiled);
  // A checkout whose sources changed since they were built runs its sources. TOOLPLANE_BUILT=1 runs what was built all the same,
  // and 0 never does.
  if (fs.existsSync(source) && !runsBuilt()) {
    require("node:module").registerHooks({
      resolve: (specifier, context, next) =>
        next(specifier, {
          conditions: ["@toolplane/source"].concat(context.conditions),
          importAttributes: context.importAttributes,
          parentURL: context.parentURL,
        }),
    });
    import(require("node:url").pathToFileURL(source).href);
  } else {
    require("./keep-run-code.cjs")(path.dirname(program), compiledFolder);
    require(program);
  }
}

function runsBuilt() {
  var asked = process.env.TOOLPLANE_BUILT;
  if (asked === "0" || asked === "1") return asked === "1";
  return require("./is-built.cjs")(path.join(__dirname, "../../.."));
}

function goOnElsewhere() {
  var brought = broughtNode();
  if (brought) return require("./go-on-with.cjs")(brought);
  console.error(
    ["toolplane needs Node", needed.join("."), "or newer; this is", process.version].join(" ") +
      ".",
  );
  process.exit(1);
}

// A checkout brings a Node of its own; an installed package goes with the one it was started by.
function broughtNode() {
  var name = ["node", process.platform, process.arch].join("-");
  if (!fs.existsSync(source)) return null;
  try {
    return require.resolve([name, "bin/node"].join("/"));
  } catch (_absent) {
    return null;
  }
}

// Compiled code is run as it is found, so it is kept where no tool and no other person can write: Node's own place, below the
// temporary directory, is anybody's, and a relative name leads into whatever folder the program was started in. Nothing is
// made for it: the folder is there from the first call that is recorded.
function compiledFolder() {
  var folder = process.env.TOOLPLANE_DATA || defaultData();
  var own = path.join(folder, "compiled");
  if (!path.isAbsolute(folder) || !isMine(folder)) return null;
  // It may be older than the mode of the folder it is in.
  var isThere = fs.lstatSync(own, { throwIfNoEntry: false });
  return isThere && !isMine(own) ? null : own;
}

function isMine(folder) {
  var facts;
  // A part of the way may be a file, or closed: whoever opens the folder says so in words.
  try {
    facts = fs.lstatSync(folder, { throwIfNoEntry: false });
  } catch (_unreachable) {
    return false;
  }
  if (!facts || !facts.isDirectory()) return false;
  return (!process.getuid || facts.uid === process.getuid()) && (facts.mode & 0o022) === 0;
}

// As in src/settings/user-folders.ts.
function defaultData() {
  var home = require("node:os").homedir();
  if (process.platform === "darwin")
    return path.join(home, "Library", "Application Support", "toolplane");
  var named = process.env.XDG_DATA_HOME;
  var base = named && named[0] === "/" ? named : path.join(home, ".local", "share");
  return path.join(base, "toolplane");
}
