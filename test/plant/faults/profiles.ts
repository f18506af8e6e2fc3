/** Mistakes by which a profile would not behave as its document says, or would open what somebody closed. */
import type { Area } from "../fault.ts";

const STUD = ["test/profiles/stud.test.ts"];

export const PROFILES_FAULTS: Area = {
  name: "profiles",
  in: "packages/compat/src",
  tests: [["test/profiles"]],
  faults: [
    {
      name: "stud-lets-a-held-write-run-unasked",
      in: "packages/compat/src/s0",
      anchor: "contained: false",
      replacement: "contained: true",
      tests: STUD,
    },
    {
      name: "a-tool-is-replaced-under-a-call-that-waits",
      in: "packages/kernel/src/pipeline",
      anchor: "session.registry.hold(call.name);",
      replacement: "",
      tests: ["test/registry/held-tools.test.ts"],
    },
    {
      name: "a-tool-is-replaced-between-two-answers-of-a-run",
      in: "packages/library/src/agent",
      anchor: "ends.push(kernel.beginTurn(added).end);",
      replacement: "ends.push(() => {});",
      tests: ["test/registry/held-tools.test.ts"],
    },
    {
      name: "a-module-gets-the-variables-of-its-program",
      in: "packages/host/src/tool-folders",
      anchor: "requires: {},\n    shows: [copy],",
      replacement: "requires: {},\n    env: process.env,\n    shows: [copy],",
      tests: ["test/library/module-tools.test.ts"],
    },
    {
      name: "a-tool-reads-past-its-doors-where-no-sandbox-holds-it",
      in: "packages/host/src/tool-folders",
      anchor: '  "--permission",\n',
      replacement: "",
      tests: ["test/host/tool-folders/tool-folders.attack.test.ts"],
    },
  ],
};
