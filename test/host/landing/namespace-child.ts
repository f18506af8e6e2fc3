/** Run by `namespaces.test.ts` in a namespace of its own: a host with a call under way, until its input ends. */
import { once } from "node:events";
import { createHost } from "@toolplane/host";
import { compileConfinement } from "@toolplane/kernel";
import { openWorld } from "./landing-world.ts";

const [workspace = "", userData = ""] = process.argv.slice(2);
const host = await createHost({
  workspace,
  userData,
  readConfinement: compileConfinement,
  sandbox: "none",
});
const { landings } = openWorld({ at: { workspace, userData } });
await landings.begin({
  sessionId: "ses_1",
  callId: "there",
  command: "",
  roots: [workspace],
});
process.stdout.write(`${host.variables().scratch?.[0]}\n`);
process.stdin.resume();
await once(process.stdin, "end");
await host.close();
