/** Mistakes in what a command sees of the workspace while it runs: the mask, the mounts of a view, and when there can be none. */
import type { Area } from "../fault.ts";

const VIEW = ["test/host/view/view.attack.test.ts"];
const AHEAD = ["test/host/view/ahead.attack.test.ts"];

export const VIEW_FAULTS: Area = {
  name: "view",
  in: "packages/sandbox/src/view",
  tests: [["packages/sandbox/src/view"], VIEW],
  faults: [
    {
      name: "a-mask-that-could-not-be-made-is-not-told",
      anchor: "failed.push(...hide({ directory, hidden, state, inMask, onChange, whiteout }));",
      replacement: "hide({ directory, hidden, state, inMask, onChange, whiteout });",
      tests: ["packages/sandbox/src/view/mask-layer.test.ts"],
    },
    {
      name: "what-is-denied-can-be-written-on-a-view",
      anchor: 'mask.action === "deny" || steersGit(mask)',
      replacement: "steersGit(mask)",
      tests: VIEW,
    },
    {
      name: "a-mask-lies-below-the-folder",
      in: "packages/sandbox/src",
      anchor: "const lower = mask === undefined ? [shownRoot] : [mask.folder, shownRoot];",
      replacement: "const lower = mask === undefined ? [shownRoot] : [shownRoot, mask.folder];",
      tests: VIEW,
    },
    {
      name: "a-view-made-ahead-serves-whatever-rules-hold",
      in: "packages/sandbox/src",
      anchor: "return mounted === undefined || mounted === signatureOf(overlays);",
      replacement: "return mounted === undefined || overlays.length > 0;",
      tests: AHEAD,
    },
    {
      name: "a-command-runs-although-its-view-failed",
      anchor: 'the command was not run." >&2; exit 125; }; shift 2; done',
      replacement: 'the command was not run." >&2; }; shift 2; done',
      tests: ["packages/sandbox/src/view/launch-in-views.test.ts"],
    },
  ],
};
