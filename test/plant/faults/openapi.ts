/** Mistakes in what a stranger's description may do, and in where credentials go. */
import type { Area } from "../fault.ts";

const CREDENTIALS = ["packages/openapi/src/credentials.attack.test.ts"];

export const OPENAPI_FAULTS: Area = {
  name: "openapi",
  in: "packages/openapi/src",
  tests: [["packages/openapi"], ["test/openapi"]],
  faults: [
    {
      name: "a-credential-goes-to-any-server-of-a-description",
      anchor: "if (applied.length > 0 && !origins.has(origin)) {",
      replacement: 'if (applied.length > 0 && origin === "") {',
      tests: CREDENTIALS,
    },
    {
      name: "the-beginning-of-a-cut-secret-is-shown",
      anchor: "return truncated ? withoutCutSecret(text, secrets) : text;",
      replacement: "return text;",
      tests: CREDENTIALS,
    },
  ],
};
