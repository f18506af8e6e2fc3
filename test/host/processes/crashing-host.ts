/** A host in a process of its own that starts a command and waits to be killed. Run by `holder.test.ts`. */
import { openWorld } from "./fixture.ts";

const [sandbox] = process.argv.slice(2);
const world = openWorld({ sandbox: sandbox === "none" ? "none" : "bubblewrap" });
const result = world.processes.run(
  {
    command: { shell: "while :; do echo x >> beat; sleep 0.02; done" },
    cwd: world.workspace,
    env: {},
  },
  world.context(),
);
process.stdout.write(`${JSON.stringify({ root: world.root, workspace: world.workspace })}\n`);
await result;
