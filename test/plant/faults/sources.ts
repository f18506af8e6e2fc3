/** Mistakes in what counts as agreed to of somebody else's server, and in what it is shown. */
import type { Area } from "../fault.ts";

export const SOURCES_FAULTS: Area = {
  name: "sources",
  in: "packages/gateway/src/sources",
  tests: [["packages/gateway/src/sources"]],
  faults: [
    {
      name: "each-rule-of-a-storm-starts-a-server",
      anchor: "onRules: (why) => void upstream.stop(why),",
      replacement: "onRules: (why) => void upstream.stop(why).then(() => upstream.start()),",
      tests: ["test/cli/policy/followed-parts.attack.test.ts"],
    },
    {
      name: "another-command-is-as-trusted-as-the-one-that-was-agreed-to",
      anchor: "trusted !== null && trusted === serverDigest(server)",
      replacement: "trusted !== null && serverDigest(server) !== null",
    },
    {
      name: "a-resource-is-read-although-the-road-refused",
      anchor: 'if (result.type === "error") throw new ToolError(result.code, result.error_text);',
      replacement: 'if (result.type === "error") return { ...result, type: "output", data: null };',
    },
  ],
};
