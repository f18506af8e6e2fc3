/** Mistakes in what counts as agreed to of somebody else's server, and in what it is shown. */
import type { Area } from "../fault.ts";

const API = ["test/openapi/source.test.ts"];

export const SOURCES_FAULTS: Area = {
  name: "sources",
  in: "packages/gateway/src/sources",
  tests: [["packages/gateway/src/sources"]],
  faults: [
    {
      name: "another-command-is-as-trusted-as-the-one-that-was-agreed-to",
      anchor: "trusted !== null && trusted === serverDigest(server)",
      replacement: "trusted !== null && serverDigest(server) !== null",
    },
    {
      name: "a-definition-counts-that-does-not-come-to-its-pin",
      anchor: "Object.hasOwn(pins, tool) && pinOf(definition) === pins[tool]",
      replacement: "Object.hasOwn(pins, tool) && pinOf(definition) !== null",
    },
    {
      name: "a-home-folder-is-shown-to-a-server-whose-file-lies-in-it",
      anchor: "return mayBeInstallation(folder, home) ? folder : file;",
      replacement: "return folder;",
    },
    {
      name: "another-version-than-the-one-that-was-named-is-run",
      anchor: "|| wanted === version;",
      replacement: "|| version !== wanted || wanted === version;",
    },
    {
      name: "two-sources-have-an-entry-under-one-name",
      anchor: "counts.get(key) === 1 &&",
      replacement: "counts.get(key) !== 0 &&",
    },
    {
      name: "a-server-takes-a-name-that-reads-as-that-of-another-source",
      anchor: "!marks.some((text) => key.startsWith(text))",
      replacement: "!marks.every((text) => key.startsWith(text))",
    },
    {
      name: "an-address-goes-to-a-template-that-it-was-not-made-from",
      anchor: "uri.startsWith(head) && uri.endsWith(tail)",
      replacement: "uri.length > 0 && uri.endsWith(tail)",
    },
    {
      name: "a-resource-is-read-although-the-road-refused",
      anchor: 'if (result.type === "error") throw new ToolError(result.code, result.error_text);',
      replacement: 'if (result.type === "error") return { ...result, type: "output", data: null };',
    },
    {
      name: "a-completion-goes-out-that-a-person-should-be-asked-about",
      anchor: 'if ((await verdictOf(context, call)) !== "allow") return [];',
      replacement: 'if ((await verdictOf(context, call)) === "deny") return [];',
    },
    {
      name: "a-changed-description-decides-where-a-credential-goes",
      anchor: "if (made?.origin) origins ??= [made.origin];",
      replacement: "if (made?.origin) origins = [made.origin];",
      tests: API,
    },
    {
      name: "a-model-is-told-what-a-description-says-by-now",
      anchor: "const held = whileThere(toldAs(tool, before), isThere);",
      replacement: "const held = whileThere(toldAs(tool, now), isThere);",
      tests: API,
    },
    {
      name: "a-description-that-changed-is-not-read-again",
      anchor: "return lastMs === null || now !== stamp;",
      replacement: "return lastMs === null;",
      tests: API,
    },
  ],
};
