import { ConfigurationError, ToolError } from "@toolplane/contract";
import { expect, it } from "vitest";
import { requestFault } from "./request-fault.ts";

it("gives an editor the texts for people, and nothing of what failed inside", () => {
  const inside = requestFault(new TypeError("secret of /home/me/.netrc is undefined"));
  expect([inside.code, inside.message]).toEqual([-32_603, "Something inside the agent failed."]);
  expect(JSON.stringify(inside.data ?? null)).not.toContain("netrc");
  expect(requestFault(new ToolError("not_found", "No such session."))).toMatchObject({
    code: -32_002,
    message: "No such session.",
  });
  expect(requestFault(new ToolError("invalid_input", "Not a folder."))).toMatchObject({
    code: -32_602,
    message: "Not a folder.",
  });
  expect(requestFault(new ConfigurationError("mode", "is unknown")).message).toContain("unknown");
});
