import { existsSync } from "node:fs";
import { join } from "node:path";
import { bashTool } from "@toolplane/tools";
import { describe, expect, it } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";
import { openProduct } from "./fixture.ts";

describe.skipIf(!hasSandbox)("what no wall could hold back (needs bubblewrap)", () => {
  it("is taken back when the command ends, and the model is told", async () => {
    const product = await openProduct({ tools: [bashTool], parser: "off" });
    const result = await product.call("bash", {
      command:
        "mkdir -p new/.vscode && echo '{}' > new/.vscode/settings.json; echo fine > new/a.txt",
    });
    const at = (path: string) => join(product.workspace, path);
    expect(existsSync(at("new/a.txt"))).toBe(true);
    expect(existsSync(at("new/.vscode"))).toBe(false);
    expect(result.details).toMatchObject({ report: { takenBack: [at("new/.vscode")] } });
    expect(JSON.stringify(result.content)).toContain("Taken back when it ended");
  });
});
