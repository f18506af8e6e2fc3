/** Run by `plain.attack.test.ts`, as this user and as another one: prints what the attacks were answered. */
import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openWorld, runPrepared } from "./fixture.ts";

const rules = [
  { permission: "fs.read", pattern: "**/.env", action: "deny" },
  { permission: "fs.read", pattern: "**/*.secret", action: "deny" },
] as const;
const world = await openWorld({ sandbox: "plain", rules });
const outsider = spawn("sleep", ["300"]);
try {
  const attacks = new URL("./plain-attacks.py", import.meta.url).pathname;
  world.file("attacks.py", readFileSync(attacks, "utf8"));
  world.file(".env", "CANARY-77");
  for (const name of ["a b", "#c", "d\\040e", "f'g", "h\ti", "j\nk", "l,m:n"])
    world.file(`odd/${name}.secret`, "CANARY-77");
  world.file("odd/a b", "open");
  const attacked = await world.run(`/usr/bin/python3 attacks.py ${outsider.pid}`);
  const files = await world.run(
    "cat odd/*; cat .env /proc/1/root/etc/shadow /etc/shadow; for f in /proc/sys/kernel/core_pattern /proc/sysrq-trigger /proc/sys/vm/drop_caches; do echo x > $f; done; ls -A / /dev/shm",
  );
  const preloaded = await world.sandbox.prepare({
    argv: ["true"],
    cwd: world.workspace,
    env: { PATH: "/usr/bin:/bin", LD_PRELOAD: "/nowhere/evil.so" },
    confinement: world.confinement(),
    sessionId: "s1",
  });
  const preload = await runPrepared(preloaded);
  const argv = ["printf", "%s.", "*", "a  b", "$HOME", ""];
  const odd = await runPrepared(
    await world.sandbox.prepare({
      argv,
      cwd: world.workspace,
      env: { PATH: "/usr/bin:/bin" },
      confinement: world.confinement(),
      sessionId: "s1",
    }),
  );
  const late = await world.prepare("echo CANARY-RAN");
  rmSync(join(world.workspace, ".env"));
  const unmounted = await runPrepared(late);
  process.stdout.write(
    JSON.stringify({
      status: world.sandbox.status,
      isOutsiderAlive: outsider.exitCode === null && outsider.signalCode === null,
      attacked,
      files,
      preload,
      odd,
      unmounted,
    }),
  );
} finally {
  outsider.kill("SIGKILL");
  await world.close();
}
