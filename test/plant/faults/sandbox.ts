/** Mistakes in how a confinement becomes mounts: a name that shows, an alias that is missed, a privilege that is kept. */
import type { Area } from "../fault.ts";

const MASKS = ["test/host/sandbox/masks.attack.test.ts"];
const VISIBLE = ["test/host/sandbox/visible.attack.test.ts"];
const PLAIN = ["test/host/sandbox/plain.attack.test.ts"];
const SECCOMP = ["test/host/sandbox/seccomp.attack.test.ts"];
const CONCURRENT = ["test/host/sandbox/concurrent.attack.test.ts"];
const WATCH = ["test/host/sandbox/change-watch.test.ts"];
const ROOM = ["test/host/room/room.attack.test.ts"];
const STAGED = ["test/tools/background-real.test.ts"];
const BASE = ["test/host/product/system-base.attack.test.ts"];
const LOOPBACK = ["test/host/product/loopback.attack.test.ts"];
const FORWARDS = ["packages/sandbox/src/processes/session/forwards.test.ts"];
const VIEW = ["test/host/view/view.attack.test.ts"];

export const SANDBOX_FAULTS: Area = {
  name: "sandbox",
  in: "packages/sandbox/src",
  tests: [VISIBLE, MASKS],
  faults: [
    {
      name: "a-file-without-a-name-takes-no-room",
      anchor: "if (stat === null || !stat.isFile() || stat.nlink > 0) yield null;",
      replacement: "if (stat === null || !stat.isFile() || stat.nlink >= 0) yield null;",
      tests: ROOM,
    },
    {
      name: "room-beyond-the-length-of-a-staged-file-is-free",
      anchor: "const kept = Math.min(taken - within, last.get(path) ?? 0);",
      replacement: "const kept = Math.min(0, last.get(path) ?? 0);",
      tests: STAGED,
    },
    {
      name: "a-hole-of-any-length-is-brought-over",
      anchor: "return sum + Math.max(within + kept, stat.size * READ_SHARE);",
      replacement: "return sum + within + kept;",
      tests: STAGED,
    },
    {
      name: "a-folder-that-its-owner-closed-is-not-cleared",
      anchor: "if (self !== null && opens(self.stat)) openToOwner(self);",
      replacement: "if (self !== null) opens(self.stat);",
      tests: ROOM,
    },
    {
      name: "what-a-command-left-without-a-view-is-not-judged",
      anchor:
        "return paths.filter((path) => made.has(path) && refused.has(toText(path)) && takeBack(path));",
      replacement:
        "return paths.filter((path) => made.has(path) && refused.size < 0 && takeBack(path));",
      tests: WATCH,
    },
    {
      name: "files-in-memory-have-no-bound",
      anchor: "...(command.options.includes(NEWER) ? SHARED_MEMORY : []),",
      replacement: "...(command.options.includes(NEWER) ? [] : SHARED_MEMORY),",
      tests: ["test/host/product/shared-memory.test.ts"],
    },
    {
      name: "folders-are-read-however-deep",
      anchor: 'if (at.split("/").length > MOST_DEEP)',
      replacement: 'if (at.split("/").length < 0)',
      tests: ["test/host/landing/deep-trees.attack.test.ts"],
    },
    {
      name: "what-a-quick-command-leaves-is-not-looked-at",
      anchor: "if (!isWorthALook(room, CHEAP_AT_END_MS)) return done(null);",
      replacement: "if (room.maxBytes > 0) return done(null);",
      tests: ROOM,
    },
    {
      name: "what-came-lately-to-the-base-is-shown",
      anchor: 'const NEAR_TREES = ["/opt", "/usr/local"];',
      replacement: "const NEAR_TREES: readonly string[] = [];",
      tests: BASE,
    },
    {
      name: "the-first-command-does-not-wait-for-the-look",
      anchor: "await Promise.race([running, late]);",
      replacement: "void late;",
      tests: [...BASE, "packages/sandbox/src/plan/mounts/far-look.test.ts"],
    },
    {
      name: "a-rule-that-closes-much-opens-what-another-closes",
      anchor:
        "if (real !== null && (found[by]?.size ?? 0) < options.maxFound) found[by]?.add(real);",
      replacement:
        "if (real !== null && found.reduce((sum, one) => sum + one.size, 0) < options.maxFound) found[by]?.add(real);",
      tests: ["packages/sandbox/src/plan/mounts/far-look.test.ts"],
    },
    {
      name: "a-look-at-the-base-gets-old",
      anchor: "now() - last.fromMs < MAX_AGE_MS) return last.found;",
      replacement: "now() - last.fromMs < 600 * MAX_AGE_MS) return last.found;",
      tests: ["packages/sandbox/src/plan/mounts/far-look.test.ts"],
    },
    {
      name: "what-another-process-read-of-the-base-is-believed",
      anchor: "known?.isSettled &&\n    known.changedMs === stat.ctimeMs &&",
      replacement: "known?.isSettled &&",
      tests: ["packages/sandbox/src/plan/mounts/far-look.test.ts"],
    },
    {
      name: "a-hard-link-of-a-closed-file-is-open",
      anchor: "if (level !== undefined) found.set(path, level);",
      replacement: "if (level === undefined) found.set(path, 1);",
      tests: VIEW,
    },
    {
      name: "what-a-closed-link-leads-to-is-open",
      anchor: "if (isInside(at)) found.add(at);",
      replacement: "if (starts.length < 0) found.add(at);",
      tests: VIEW,
    },
    {
      name: "a-closed-name-that-is-made-later-is-open",
      anchor: "if (!reading.mayRead(path)) yield path;",
      replacement: "if (reading.level(path) < 0) yield path;",
      tests: VIEW,
    },
    {
      name: "the-filter-on-system-calls-is-forgotten",
      anchor: '...["--seccomp", String(FILTER_DESCRIPTOR)],',
      replacement: "",
      tests: SECCOMP,
    },
    {
      name: "plain-may-gain-privileges",
      anchor: "--ambient-caps -all --no-new-privs --",
      replacement: "--ambient-caps -all --",
      tests: PLAIN,
    },
    {
      name: "a-running-process-redirects-what-is-mounted",
      anchor: "if (!running.points.every((points) => points.has(at))) return at;",
      replacement: 'if (!running.points.some((points) => points.has(at) || at !== "")) return at;',
      tests: CONCURRENT,
    },
    {
      name: "a-port-of-any-host-is-the-sessions-own",
      in: "packages/host/src/face",
      anchor: "isLoopbackHost(host) && serves(port);",
      replacement: "isLoopbackHost(host) || serves(port);",
      tests: LOOPBACK,
    },
    {
      name: "a-forwarded-port-is-open-to-the-network",
      anchor: 'const LOOPBACK = "127.0.0.1";',
      replacement: 'const LOOPBACK = "0.0.0.0";',
      tests: FORWARDS,
    },
    {
      name: "a-forwarded-port-outlives-its-server",
      anchor: "known(sessionId)?.forwards.keep(runsIn(sessionId) ? portsOf(sessionId) : []);",
      replacement: "void runsIn(sessionId);",
      tests: LOOPBACK,
    },
    {
      name: "a-request-in-a-tunnel-is-for-another-host",
      in: "packages/sandbox/src/processes/proxy",
      anchor:
        "if (named.some((authority) => authorityOf(wanted.scheme, authority) !== base.host)) return null;",
      replacement: "",
      tests: ["test/host/processes/protocols.test.ts"],
    },
    {
      name: "a-credential-is-put-into-every-method",
      in: "packages/sandbox/src/processes/proxy",
      anchor: "if (scope.method !== null && scope.method !== target.method) return false;",
      replacement: "",
      tests: ["test/host/processes/credentials.test.ts"],
    },
    {
      name: "a-request-that-was-read-goes-on-unjudged",
      in: "packages/sandbox/src/processes/proxy",
      anchor: "const decision = await judgeRequest(gate, target);",
      replacement:
        "const decision = { ...(await judgeRequest(gate, target)), allowed: true as const };",
      tests: ["test/host/processes/ended.test.ts"],
    },
    {
      name: "an-address-that-was-signed-goes-on",
      in: "packages/sandbox/src/processes/proxy",
      anchor: "const signed = [...given, ...named].some((text) => /^AWS4-/i.test(text));",
      replacement: "const signed = given.some((text) => /^AWS4-/i.test(text));",
      tests: ["test/host/processes/credentials.test.ts"],
    },
  ],
};
