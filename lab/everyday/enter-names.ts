/** Makes a network of nothing but loopback, in which names of our own lead to servers of our own, as registries do elsewhere. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Looks like an address out in the world, and is an address of loopback there. */
export const OUTSIDE = "203.0.114.1";
const NAMES = ["registries.test", "site.test"];

/** The words before a program that puts it there; none where the system does not allow it. */
export function enterNames(): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), "everyday-names-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const hosts = join(folder, "hosts");
  writeFileSync(hosts, `127.0.0.1 localhost\n${OUTSIDE} ${NAMES.join(" ")}\n`);
  const set = [
    "ip link set lo up",
    `ip addr add ${OUTSIDE}/32 dev lo`,
    `mount --bind ${hosts} /etc/hosts`,
  ].join(" && ");
  const mapped = process.getuid?.() === 0 ? [] : ["--map-root-user"];
  const words = ["unshare", "--net", "--mount", ...mapped, "sh", "-c", `${set} && exec "$@"`, "sh"];
  const [program = "", ...rest] = words;
  return spawnSync(program, [...rest, "true"]).status === 0 ? words : [];
}
