/** Mistakes in what a command sees of the workspace while it runs: the mask, the mounts of a view, and when there can be none. */
import type { Area } from "../fault.ts";

const VIEW = ["test/host/view/view.attack.test.ts"];
const AHEAD = ["test/host/view/ahead.attack.test.ts"];
const ROOT = ["packages/sandbox/src/view/root-fault.test.ts"];

export const VIEW_FAULTS: Area = {
  name: "view",
  in: "packages/sandbox/src/view",
  tests: [["packages/sandbox/src/view"], VIEW],
  faults: [
    {
      name: "a-mask-is-not-made",
      anchor: "if (linkWhiteout(options.inMask(path), options.whiteout)) state.names.add(name);",
      replacement: "if (options.inMask(path) !== name) state.names.add(name);",
      tests: VIEW,
    },
    {
      name: "a-mask-that-could-not-be-made-is-not-told",
      anchor: "failed.push(...hide({ directory, hidden, state, inMask, onChange, whiteout }));",
      replacement: "hide({ directory, hidden, state, inMask, onChange, whiteout });",
      tests: ["packages/sandbox/src/view/mask-layer.test.ts"],
    },
    {
      name: "a-whiteout-with-all-its-links-is-the-last",
      anchor: "for (const fresh of [false, true]) {",
      replacement: "for (const fresh of [false]) {",
      tests: ["packages/sandbox/src/view/mask-layer.test.ts"],
    },
    {
      name: "a-name-that-is-allowed-again-stays-hidden",
      anchor:
        "rmSync(toFsPath(inMask(below(directory, name))), { force: true }); names.delete(name);",
      replacement: "names.add(name);",
      tests: ["packages/sandbox/src/view/mask-layer.test.ts"],
    },
    {
      name: "a-folder-that-is-gone-comes-back-in-the-mask",
      anchor: "if (gone && directory !== root) {",
      replacement: "if (gone && directory === root) {",
      tests: ["packages/sandbox/src/view/mask-layer.test.ts"],
    },
    {
      name: "folders-of-a-mask-have-modes-of-their-own",
      anchor: "chmodSync(target, stat.mode & 0o7777); utimesSync",
      replacement: "utimesSync",
      tests: ["packages/sandbox/src/view/mask-layer.test.ts"],
    },
    {
      name: "what-is-denied-can-be-written-on-a-view",
      anchor: 'mask.action === "deny" || steersGit(mask)',
      replacement: "steersGit(mask)",
      tests: VIEW,
    },
    {
      name: "git-can-be-steered-on-a-view",
      anchor: 'mask.action === "deny" || steersGit(mask)',
      replacement: 'mask.action === "deny"',
      tests: VIEW,
    },
    {
      name: "what-asks-cannot-be-written-on-a-view",
      anchor: "{ ...mask, except: [...mask.except, ...inViews] },",
      replacement: "{ ...mask, except: [...mask.except, ...inViews.slice(0, 0)] },",
      tests: VIEW,
    },
    {
      name: "a-reading-command-can-write",
      anchor: "return { ...confinement, write: { reach: [[]], masks: [], opened: [] } };",
      replacement: "return { ...confinement };",
      tests: ["test/host/sandbox/visible.attack.test.ts"],
    },
    {
      name: "a-mount-below-the-workspace-is-nothing",
      anchor: "if (nested !== undefined) return {",
      replacement: "if (nested === root) return {",
      tests: ROOT,
    },
    {
      name: "a-neighbour-is-a-mount-below-the-workspace",
      anchor: "return path !== root && isWithin(path, root) ? [path] : [];",
      replacement: "return path !== root && path.startsWith(root) ? [path] : [];",
      tests: ROOT,
    },
    {
      name: "a-folder-of-somebody-else-can-be-a-view",
      anchor: "if (world.user !== 0 && (stat.uid !== world.user || stat.gid !== world.group))",
      replacement: "if (world.user !== 0 && stat.uid !== world.user && stat.gid !== world.group)",
      tests: ROOT,
    },
    {
      name: "a-mask-lies-below-the-folder",
      in: "packages/sandbox/src/levels",
      anchor: "const lower = mask === undefined ? [shownRoot] : [mask.folder, shownRoot];",
      replacement: "const lower = mask === undefined ? [shownRoot] : [shownRoot, mask.folder];",
      tests: VIEW,
    },
    {
      name: "a-view-made-ahead-serves-whatever-rules-hold",
      in: "packages/sandbox/src/levels",
      anchor: "return mounted === undefined || mounted === signatureOf(overlays);",
      replacement: "return mounted === undefined || overlays.length > 0;",
      tests: AHEAD,
    },
    {
      name: "a-view-made-ahead-serves-in-another-folder",
      in: "packages/sandbox/src/levels",
      anchor: "return [mount.lower, mask?.version, root?.dev, root?.ino, root?.mode];",
      replacement: "return [mount.lower, mask?.version, root?.mode];",
      tests: AHEAD,
    },
    {
      name: "a-command-runs-although-its-view-failed",
      anchor: 'the command was not run." >&2; exit 125; }; shift 2; done',
      replacement: 'the command was not run." >&2; }; shift 2; done',
      tests: ["packages/sandbox/src/view/mount-script.test.ts"],
    },
    {
      name: "a-folder-that-is-no-view-can-be-written",
      in: "packages/sandbox/src/levels",
      anchor:
        'return mount.kind === "write" && !mayWrite ? { kind: "read", path: mount.path } : mount;',
      replacement:
        'return mount.kind === "write" && mayWrite ? { kind: "write", path: mount.path } : mount;',
      tests: ["packages/sandbox/src/reach/view-mounts.test.ts"],
    },
    {
      name: "a-view-shows-the-folder-itself",
      in: "packages/sandbox/src/levels",
      anchor: "if (view !== undefined) return { ...mount, source: inView(view, mount.path) };",
      replacement: 'if (view !== undefined && inView(view, mount.path) === "") return mount;',
      tests: VIEW,
    },
  ],
};
