/** A program around the card, for what no command does by itself: noise on the terminal, a crash, two questions at once. */
import { spawn } from "node:child_process";
import { createSystemClock } from "@toolplane/host";
import { landingQuestion, publishQuestion } from "@toolplane/library/fixtures";
import { createTerminal } from "../program/create-terminal.ts";
import { createTerminalBroker } from "../terminal/card/create-terminal-broker.ts";

const [, , what] = process.argv;
const abort = new AbortController();
const terminal = createTerminal({ ...process, environment: process.env }, { flag: () => false });
const broker = createTerminalBroker({
  terminal,
  clock: createSystemClock(),
  environment: {},
  workspace: "/home/mira/ledger-api",
  projectApprovals: false,
  privateFolder: "/nowhere",
  cancel: () => abort.abort(),
  diffOf: async (_, path) =>
    path.endsWith("ci.yml") ? "--- a\n+++ b\n@@ -1 +1,2 @@\n on: push\n+runs: everything\n" : null,
});
const ask = (id: string) =>
  broker.ask(publishQuestion({ id, title: `${id} asks` }), abort.signal).then(
    (answer) => console.log(`ANSWER ${id} ${JSON.stringify(answer)}`),
    () => console.log(`NONE ${id}`),
  );

if (what === "crash") {
  void ask("qst_1");
  process.stdin.on("data", (data) => {
    if (String(data) === "!") throw new Error("crashed");
  });
} else if (what === "noise") {
  void ask("qst_1");
  process.stdin.on("data", (data) => {
    if (String(data) !== "!") return;
    const noise = "printf 'o\\r\\no\\r\\033[6n\\033]0;o\\007\\033[21t'";
    spawn("/bin/sh", ["-c", noise], { stdio: ["ignore", "inherit", "inherit"] });
  });
} else if (what === "landing") {
  const answer = await broker.ask(landingQuestion(), abort.signal).catch(() => null);
  console.log(`ANSWER ${JSON.stringify(answer)}`);
} else {
  await Promise.all([ask("qst_1"), ask("qst_2")]);
}
