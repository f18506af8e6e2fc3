/** Mistakes in what a package manager may bring in, and in what leaves for it. */
import type { Area } from "../fault.ts";

const FRONT = ["packages/installs/src/front/create-front.test.ts"];
const APPROVED = ["packages/installs/src/front/approved-files.test.ts"];
const LOOK_UP = ["packages/installs/src/front/package-look-up.test.ts"];
const LOCKS = ["packages/installs/src/locks/lock-snapshot.test.ts"];
const SUMS = ["packages/installs/src/sums/checked-body.test.ts"];
const REGISTRIES = ["packages/installs/src/registries/read-registries.test.ts"];

export const INSTALLS_FAULTS: Area = {
  name: "installs",
  in: "packages/installs/src",
  tests: [FRONT],
  faults: [
    {
      name: "a-lock-counts-as-it-is-when-first-asked-about",
      anchor: "return texts;",
      replacement:
        'return texts.map(({ name }) => ({ name, get text() { return readBounded(join(roots[0] ?? "", name), MAX_FILE_BYTES) ?? ""; } }));',
      tests: LOCKS,
    },
    {
      name: "another-file-than-the-lock-names-passes",
      anchor: "else done(wrong());",
      replacement: "else done(null, held);",
      tests: SUMS,
    },
    {
      name: "the-last-piece-of-a-file-is-not-held-back",
      anchor: "done(null, before);",
      replacement: "done(null, chunk);",
      tests: SUMS,
    },
    {
      name: "a-query-behind-a-named-package-goes-out",
      anchor: 'url.origin !== base.origin || url.search !== ""',
      replacement: "url.origin !== base.origin",
      tests: FRONT,
    },
    {
      name: "headers-of-the-command-go-to-the-registry",
      anchor: "headers: requestHeaders(there, encodings),",
      replacement: "headers: request.headers,",
      tests: FRONT,
    },
    {
      name: "any-version-of-an-allowed-package-passes",
      anchor: 'if (kind === "page" && version === undefined) return true;',
      replacement: "if (kind !== undefined) return true;",
      tests: FRONT,
    },
    {
      name: "what-was-let-in-is-held-to-no-sum",
      anchor: "return sum === undefined ? null : [sum];",
      replacement: "return sum === undefined ? null : [];",
      tests: APPROVED,
    },
    {
      name: "a-package-counts-as-let-in-before-its-file-came",
      anchor: "grants.allow(manager, asked);",
      replacement: 'grants.allow(manager, asked);\n    approved.keep(there, "sha512:");',
      tests: APPROVED,
    },
    {
      name: "a-name-leaves-before-a-person-wants-it-looked-up",
      anchor: "const lookUp = packageLookUp(there, ground);",
      replacement:
        "const lookUp = packageLookUp(there, ground);\n    void lookUp?.run(ground.request.signal).catch(() => {});",
      tests: LOOK_UP,
    },
    {
      name: "a-credential-stays-in-what-commands-are-told",
      anchor: 'url.password = "";',
      replacement: "",
      tests: REGISTRIES,
    },
  ],
};
