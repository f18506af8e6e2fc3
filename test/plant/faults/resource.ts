/** Mistakes in what is known about each kind of resource: what it is remembered by, what it holds, what it can do. */
import type { Area } from "../fault.ts";

export const RESOURCE_FAULTS: Area = {
  name: "resource",
  in: "packages/kernel/src/resource",
  tests: [
    ["packages/kernel/src/resource", "packages/kernel/src/approval"],
    ["packages/kernel/src/footprint", "packages/kernel/src/schedule"],
    ["test/road"],
  ],
  faults: [
    {
      name: "a-cover-does-not-look-where-a-link-leads",
      anchor: "return path === real ? `${capability}",
      replacement: "return path !== `${real} ` ? `${capability}",
    },
    {
      name: "a-tree-and-its-root-are-the-same",
      anchor: 'const mark = tree === true ? "/**" : "";',
      replacement: 'const mark = tree === undefined ? "" : "";',
    },
    {
      name: "a-file-stands-for-the-tree-below-it",
      anchor: "if (narrow.tree === true && wide.tree !== true) return false;",
      replacement: "",
    },
    {
      name: "a-file-holds-what-lies-below-its-name",
      anchor: "wide.tree === true && isInside(wide.path, narrow.path)",
      replacement: "isInside(wide.path, narrow.path)",
    },
    {
      name: "a-tree-covers-what-a-link-in-it-leads-to",
      anchor: "isInside(wide.path, narrow.path) && isInside(wide.real, narrow.real)",
      replacement: "isInside(wide.path, narrow.path)",
    },
    {
      name: "a-tree-covers-its-neighbour-of-like-name",
      anchor: "(isBelow(path, root) && !/",
      replacement: "(path.startsWith(root) && !/",
    },
    {
      name: "a-path-that-climbs-out-is-inside-a-tree",
      anchor: "isBelow(path, root) && !/",
      replacement: "isBelow(path, root) && !/^$/.test(path) && !/x{99}",
    },
    {
      name: "an-approved-tree-names-what-a-link-leads-to",
      anchor: "wide.path === narrow.path && wide.real === narrow.real && (narrow.tree",
      replacement: "wide.path === narrow.path && (narrow.tree",
    },
    {
      name: "a-command-may-run-in-another-directory",
      anchor: "return JSON.stringify([ argv, cwd,",
      replacement: "return JSON.stringify([ argv, cwd === null,",
    },
    {
      name: "a-command-may-run-with-other-variables",
      anchor: "assignments.map(({ name, value }) => [name, value])",
      replacement: "assignments.map(({ name, value }) => [name, value].length)",
    },
    {
      name: "a-command-in-an-unknown-directory-has-an-identity",
      anchor: "if (cwd === null || argv.length === 0) return false;",
      replacement: "if (argv.length === 0) return false;",
    },
    {
      name: "a-command-is-taken-for-one-in-another-directory",
      anchor: "one.cwd === other.cwd &&",
      replacement: "",
    },
    {
      name: "a-command-is-taken-for-one-with-more-words",
      anchor: "one.argv.length === other.argv.length &&",
      replacement: "",
    },
    {
      name: "a-word-is-taken-for-one-that-the-shell-expands",
      anchor: 'if (typeof one === "string" || typeof other !== "object") return one === other;',
      replacement:
        'if (typeof one === "string" || typeof other !== "object") return `${one}` === (typeof other === "object" ? other.dynamic : other);',
    },
    {
      name: "a-host-is-the-same-on-every-port",
      anchor: "one.host === other.host && one.port === other.port",
      replacement: "one.host === other.host",
    },
    {
      name: "an-approval-for-a-host-is-good-on-every-port",
      anchor: "JSON.stringify([scheme, name, port, method])",
      replacement: "JSON.stringify([scheme, name, port > 0, method])",
    },
    {
      name: "an-approval-to-get-is-good-to-post",
      anchor: "JSON.stringify([scheme, name, port, method])",
      replacement: "JSON.stringify([scheme, name, port, method.length < 0])",
    },
    {
      name: "what-was-not-understood-can-be-kept",
      anchor: "coverIdentity: () => null,",
      replacement: "coverIdentity: ({ text }) => text,",
    },
    {
      name: "what-was-not-understood-only-reads",
      anchor: "readsOnly: () => false,",
      replacement: "readsOnly: () => true,",
    },
    {
      name: "a-command-that-may-write-runs-beside-a-write",
      anchor: 'unit.effect === "read" || unit.neutral === true ? null : "anywhere"',
      replacement: 'unit.effect !== "unknown" || unit.neutral === true ? null : "anywhere"',
    },
    {
      name: "a-post-only-reads",
      anchor: 'toolReads && (method ?? "GET") === "GET"',
      replacement: "toolReads && method !== null",
    },
    {
      name: "a-key-does-not-say-where-output-goes",
      anchor: '[...set, ...files, ...words].join(" ")',
      replacement: '[...set, ...words].join(" ")',
    },
    {
      name: "long-commands-that-begin-alike-share-a-key",
      anchor: '… sha256=${hash("sha256", line, "hex")}`',
      replacement: "…`",
    },
    {
      name: "a-tree-and-its-root-share-a-key",
      anchor: 'plainOrQuoted(real)}${tree === true ? "/**" : ""}',
      replacement: "plainOrQuoted(real)}${tree === null}",
    },
    {
      name: "a-word-may-pose-as-the-directory-of-its-command",
      anchor: "key.lastIndexOf(DIRECTORY_MARK)",
      replacement: "key.indexOf(DIRECTORY_MARK)",
    },
    {
      name: "a-question-does-not-show-where-a-link-leads",
      anchor: '${path}${real === path ? "" : ` → ${real}`}',
      replacement: '${path}${real === path ? "" : ""}',
    },
    {
      name: "a-question-does-not-say-that-a-tree-is-meant",
      anchor: "tree === true ? `${access} everything below` : access",
      replacement: "tree === null ? access : access",
    },
    {
      name: "in-a-long-list-a-tree-holds-nothing",
      anchor: "wide: scanned(resources, wide) }",
      replacement: "wide: scanned(resources, wide.slice(0, 0)) }",
    },
    {
      name: "in-a-long-list-what-was-not-understood-is-found",
      anchor: 'resources.filter((resource) => resource.capability !== "opaque")',
      replacement: "resources.filter((resource) => resource !== null)",
    },
  ],
};
