/** Run by `unprivileged.attack.test.ts` as another user: prints what a few commands answered. */
import { linkSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { openWorld } from "./fixture.ts";

const sandbox = process.argv[2] === "plain" ? "plain" : "auto";
const world = await openWorld({
  sandbox,
  rules: [
    { permission: "fs.read", pattern: "**/.env", action: "deny" },
    { permission: "fs.read", pattern: "secrets/**", action: "deny" },
    { permission: "fs.read", pattern: "secrets/open/**", action: "allow" },
  ],
});
linkSync(world.file(".env", "CANARY-77"), join(world.workspace, "hard"));
world.file("secrets/key", "CANARY-77");
world.file("secrets/open/a", "open");
mkdirSync(join(world.workspace, ".git"));
world.file(".git/config", "[core]\n");
const lines = [
  "id -u; cat .env hard secrets/key",
  "chmod 777 .env secrets .; umount .env; unshare -Urm cat .env; cat .env",
  "cat secrets/open/a; echo more > new.txt; cat new.txt",
  "echo x > .git/config; mkdir .vscode && echo x > .vscode/x; mv .git g",
  "grep -E '^(CapEff|NoNewPrivs|Seccomp):' /proc/self/status",
];
const answers: unknown[] = [];
for (const line of lines) answers.push(await world.run(line));
await world.close();
process.stdout.write(JSON.stringify({ status: world.sandbox.status, answers }));
