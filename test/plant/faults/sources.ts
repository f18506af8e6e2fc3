/** Mistakes in what counts as agreed to of somebody else's server, and in what it is shown. */
import type { Area } from "../fault.ts";

export const SOURCES_FAULTS: Area = {
  name: "sources",
  in: "packages/toolplane/src/sources",
  tests: [["packages/toolplane/src/sources"]],
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
      anchor: "return isBelow(folder, home) ? folder : file;",
      replacement: "return folder;",
    },
    {
      name: "another-version-than-the-one-that-was-named-is-run",
      anchor: "|| wanted === version;",
      replacement: "|| version !== wanted || wanted === version;",
    },
  ],
};
