/** A real workspace in the system's temporary directory, and the product over it. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { JsonObject, Rule, ToolResult } from "@toolplane/contract";
import { createToolplane, type Session, type Toolplane, type ToolplaneOptions } from "toolplane";
import { onTestFinished } from "vitest";

export const allowAll: Rule = { permission: "*", pattern: "**", action: "allow" };

export interface Product {
  readonly base: string;
  readonly workspace: string;
  readonly toolplane: Toolplane;
  readonly session: Session;
  call(name: string, args?: JsonObject): Promise<ToolResult>;
}

/** Opens the product; everything is closed and removed when the test ends. */
export async function openProduct(
  options: ToolplaneOptions & {
    readonly files?: Readonly<Record<string, string>>;
    readonly rules?: readonly Rule[];
    /** Our data lies in the workspace, of which no view can be made then. */
    readonly userDataInside?: boolean;
  } = {},
): Promise<Product> {
  const { files = {}, rules = [], userDataInside = false, ...rest } = options;
  const base = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-product-")));
  const workspace = join(base, "ws");
  mkdirSync(workspace);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    writeFileSync(join(workspace, path), text);
  }
  const toolplane = await createToolplane({
    workspace,
    userData: userDataInside ? join(workspace, ".data") : join(base, "data"),
    onWarning: () => {},
    ...rest,
  });
  const session = toolplane.session({ rules });
  let calls = 0;
  onTestFinished(async () => {
    await toolplane.close();
    rmSync(base, { recursive: true, force: true });
  });
  return {
    base,
    workspace,
    toolplane,
    session,
    call(name, args = {}) {
      calls += 1;
      return session.call({ id: `call-${calls}`, name, arguments: args });
    },
  };
}

/** The code of an error, or the data of an output. */
export function outcomeOf(result: ToolResult): unknown {
  return result.type === "error" ? result.code : result.data;
}
