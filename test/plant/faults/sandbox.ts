/** Mistakes in how a confinement becomes mounts: a name that shows, an alias that is missed, a privilege that is kept. */
import type { Area } from "../fault.ts";

const MASKS = ["test/host/sandbox/masks.attack.test.ts"];
const VISIBLE = ["test/host/sandbox/visible.attack.test.ts"];
const PLAIN = ["test/host/sandbox/plain.attack.test.ts"];
const BOUND = ["test/host/sandbox/bound.attack.test.ts"];
const PROGRAMS = ["test/host/product/denied-programs.test.ts"];
const SECCOMP = ["test/host/sandbox/seccomp.attack.test.ts"];
const CONCURRENT = ["test/host/sandbox/concurrent.attack.test.ts"];
const LINKED = ["test/host/product/linked-secrets.attack.test.ts"];
const VIEW = ["test/host/view/view.attack.test.ts"];

export const SANDBOX_FAULTS: Area = {
  name: "sandbox",
  in: "packages/sandbox/src/levels",
  tests: [VISIBLE, MASKS],
  faults: [
    {
      name: "what-a-link-in-a-closed-folder-leads-to-is-open",
      anchor: "for (const link of linksBelow(walk, path)) walk.closedLinks.push(link);",
      replacement:
        'if (path === "") for (const link of linksBelow(walk, path)) walk.closedLinks.push(link);',
      tests: LINKED,
    },
    {
      name: "rules-end-where-the-system-begins",
      anchor: 'const masks = read.masks.filter(({ action }) => action === "deny");',
      replacement: 'const masks = read.masks.filter(({ action }) => action === "ask");',
      tests: ["test/host/product/system-base.attack.test.ts"],
    },
    {
      name: "a-rule-about-a-link-into-the-system-closes-only-the-link",
      anchor: "return isWhole ? [real] : search({ head, real, mask, shape }, options);",
      replacement: "return isWhole ? [head] : search({ head, real, mask, shape }, options);",
      tests: ["test/host/product/system-base.attack.test.ts"],
    },
    {
      name: "what-lies-beside-an-installation-is-shown",
      anchor: 'if (kind === "installation") return !BELONGS.has(name.toLowerCase());',
      replacement: 'if (kind === "installation") return name === "";',
      tests: ["packages/sandbox/src/plan/mounts/home-extras.test.ts"],
    },
    {
      name: "a-name-that-passes-breaks-the-command",
      anchor: "extras.some(({ stat }) => nowMs - stat.ctimeMs < YOUNG_MS) &&",
      replacement: "extras.some(({ stat }) => nowMs - stat.ctimeMs > YOUNG_MS * 1e9) &&",
      tests: [
        "packages/sandbox/src/plan/mounts/home-extras.test.ts",
        "test/host/sandbox/passing-names.attack.test.ts",
      ],
    },
    {
      name: "a-folder-made-anew-does-not-cover-what-is-mounted-there",
      anchor: "const isMade = (at: string) => isOurs(at) && !mounted.has(at);",
      replacement: "const isMade = (at: string) => isOurs(at);",
      tests: ["test/host/sandbox/passing-names.attack.test.ts"],
    },
    {
      name: "a-program-keeps-its-own-folder-when-it-is-denied",
      anchor: "...names.flatMap(ownFolders).map(",
      replacement: "...[].flatMap(ownFolders).map(",
      tests: ["test/host/product/denied-programs.test.ts"],
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
      name: "a-denied-program-can-be-started",
      anchor: "const over = [...shown.mounts, ...absent, ...masks];",
      replacement: "const over = [...shown.mounts, ...masks, ...absent.slice(absent.length)];",
      tests: PROGRAMS,
    },
    {
      name: "another-name-of-a-denied-program-can-be-started",
      anchor: "if (nlink === 1) return [file];",
      replacement: "if (nlink > 0 || ino === 0) return [file];",
      tests: PROGRAMS,
    },
    {
      name: "one-denied-name-takes-all-of-busybox-away",
      anchor: "if (real === null || real === kept || MANY_IN_ONE.has(basename(real))) continue;",
      replacement: "if (real === null || real === kept || MANY_IN_ONE.has(real)) continue;",
      tests: ["packages/sandbox/src/plan/mounts/absent-programs.test.ts"],
    },
    {
      name: "what-is-readable-is-bound-to-be-written",
      anchor: 'return ["--ro-bind-try", mount.source ?? mount.path, mount.at];',
      replacement: 'return ["--bind-try", mount.source ?? mount.path, mount.at];',
      tests: VISIBLE,
    },
    {
      name: "a-closed-file-shows",
      anchor: 'return ["--ro-bind", toBytePath(files.closedFile), mount.at];',
      replacement: 'return ["--ro-bind", mount.path, mount.at];',
      tests: VISIBLE,
    },
    {
      name: "a-closed-folder-shows",
      anchor: 'return ["--ro-bind", toBytePath(files.closedDirectory), mount.at];',
      replacement: 'return ["--ro-bind", mount.path, mount.at];',
      tests: VISIBLE,
    },
    {
      name: "the-filter-on-system-calls-is-forgotten",
      anchor: '...["--seccomp", String(FILTER_DESCRIPTOR)],',
      replacement: "",
      tests: SECCOMP,
    },
    {
      name: "changes-that-are-real-at-once-may-set-any-mode",
      anchor: "if (outputs !== undefined || !isReal) return filters.judged;",
      replacement: "if (outputs !== undefined || isReal) return filters.judged;",
      tests: SECCOMP,
    },
    {
      name: "a-mode-is-only-looked-at-where-a-file-exists",
      anchor: "return [load(argumentLow(only.argument)), ifAnySet(only.bits, last), ...refuse];",
      replacement: "return [load(argumentLow(only.argument)), ifAnySet(1 << 30, last), ...refuse];",
      tests: SECCOMP,
    },
    {
      name: "scratch-is-masked-in-one-of-its-two-places",
      anchor: "if (mount.path === scratch || !isWithin(mount.path, scratch)) return [];",
      replacement: 'if (scratch !== "") return [];',
      tests: VISIBLE,
    },
    {
      name: "the-systems-own-folder-is-whole",
      anchor: '...["--ro-bind", options.files.configuration, "/etc"],',
      replacement: '...["--ro-bind", "/etc", "/etc"],',
      tests: VISIBLE,
    },
    {
      name: "plain-keeps-its-capabilities",
      anchor: "--bounding-set -all --inh-caps -all --ambient-caps -all --no-new-privs --",
      replacement: "--",
      tests: PLAIN,
    },
    {
      name: "plain-may-gain-privileges",
      anchor: "--ambient-caps -all --no-new-privs --",
      replacement: "--ambient-caps -all --",
      tests: PLAIN,
    },
    {
      name: "plain-may-make-user-namespaces",
      anchor: "`echo 0 > /proc/sys/user/max_user_namespaces && ${closeKernel}` +",
      replacement: "`${closeKernel}` +",
      tests: PLAIN,
    },
    {
      name: "plain-has-the-machines-network",
      anchor: '...(options.ownNetwork ? ["--net"] : []),',
      replacement: "",
      tests: PLAIN,
    },
    {
      name: "plain-shares-segments-of-memory",
      anchor: '...[unshare, "--mount", "--pid", "--ipc", "--uts"],',
      replacement: '...[unshare, "--mount", "--pid", "--uts"],',
      tests: VISIBLE,
    },
    {
      name: "a-process-that-runs-on-sees-a-hidden-folder",
      anchor: ".filter((name) => !hidden.has(below(path, name)));",
      replacement: ".filter((name) => !hidden.has(name));",
      tests: BOUND,
    },
    {
      name: "the-whole-workspace-can-be-an-output",
      anchor: 'if (path === start) return "the whole folder cannot be one; name a folder in it";',
      replacement: "",
      tests: BOUND,
    },
    {
      name: "an-output-may-hold-a-hidden-name",
      anchor: 'return parted.has(path) ? "it holds a name that a rule hides" : null;',
      replacement: "return null;",
      tests: BOUND,
    },
    {
      name: "an-output-may-lie-where-a-rule-closes",
      anchor: "if (start === undefined || reading.level(path) < 2)",
      replacement: "if (start === undefined)",
      tests: BOUND,
    },
    {
      name: "a-running-process-redirects-what-is-mounted",
      anchor: "if (!running.points.every((points) => points.has(at))) return at;",
      replacement: 'if (!running.points.some((points) => points.has(at) || at !== "")) return at;',
      tests: CONCURRENT,
    },
  ],
};
