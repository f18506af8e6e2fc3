/** The product as users have it, with the tools it ships: what a row times is a whole call, from arguments to envelope. */
import { join } from "node:path";
import type { ToolplaneOptions } from "toolplane";
import type { Figures } from "../harness/section.ts";
import { withDirectory } from "../host/open-product.ts";

/** Calls a tool; the result's data as text, its head when the rest is in a file. Throws when the call fails. */
export type CallTool = (name: string, args: ToolArguments) => Promise<string>;

/** Arguments as the tools here take them. */
export type ToolArguments = Readonly<Record<string, string | number>>;

/** Opens the product over a workspace with the default policy and one allow-all rule, and measures there. */
export function withTools(
  options: Pick<ToolplaneOptions, "resolver" | "connector" | "tools" | "toolConfig"> & {
    readonly workspace: string;
  },
  measure: (call: CallTool) => Promise<Figures>,
): Promise<Figures> {
  return withDirectory(async (base) => {
    // Loaded here, so that rows which measure something else do not carry the product along.
    const { createToolplane } = await import("toolplane");
    const product = await createToolplane({
      ...options,
      userData: join(base, "data"),
      scratchParent: base,
      preset: "locked",
      policy: [{ scope: "session", rules: [{ permission: "*", pattern: "**", action: "allow" }] }],
      record: false,
      onWarning: () => {},
    });
    const session = product.session();
    let made = 0;
    try {
      return await measure(async (name, args) => {
        made += 1;
        const result = await session.call({ id: `bench-${made}`, name, arguments: args });
        if (result.type === "error")
          throw new Error(`${name}: ${result.code}: ${result.error_text}`);
        return textOf(result.data);
      });
    } finally {
      await session.close();
      await product.close();
    }
  });
}

function textOf(data: unknown): string {
  if (typeof data === "string") return data;
  const { head } = (data ?? {}) as { readonly head?: unknown };
  return typeof head === "string" ? head : JSON.stringify(data);
}
