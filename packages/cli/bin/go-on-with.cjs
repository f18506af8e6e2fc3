// The same command line in another Node: for a checkout that brings its own where the machine's is too old. Old JavaScript on
// purpose, as in toolplane.cjs.
"use strict";
var spawn = require("node:child_process").spawn;

// A terminal sends Ctrl-C to both processes, so passing it on would count it twice; without a terminal nobody else does.
var passedOn = ["SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR2"];

module.exports = function goOnWith(node) {
  var child = spawn(node, process.execArgv.concat(process.argv.slice(1)), { stdio: "inherit" });
  passedOn.concat("SIGINT").forEach((signal) => {
    process.on(signal, () => {
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    });
  });
  child.on("error", (error) => {
    console.error(["toolplane cannot start", node].join(" "), ["(", error.message, ")."].join(""));
    process.exit(1);
  });
  child.on("exit", (code, signal) => {
    if (signal === null) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
};
