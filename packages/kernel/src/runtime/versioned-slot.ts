/**
 * Shows a tool its state: always of the version that it declares, and valid. State of an older version goes through the
 * tool's own `migrate`, once. Where there is none, or its output does not fit the schema, the tool gets an error and
 * the kept state stays. Version 1 is kept as it is, later ones with their number.
 */
import { type Json, type StateSlot, type StateSlotShape, ToolError } from "@toolplane/contract";
import { checkArguments } from "../schema/check-arguments.ts";

const VERSION = "$version";

export function versionedSlot(kept: StateSlot, shape: StateSlotShape): StateSlot {
  async function put(value: Json): Promise<void> {
    refuseFaults(shape, value);
    await kept.set(shape.version === 1 ? value : { [VERSION]: shape.version, value });
  }
  return {
    set: put,
    async get() {
      const { version, value } = read(await kept.get());
      if (value === null || version === shape.version) return value;
      if (shape.migrate === undefined || version > shape.version)
        throw new ToolError(
          "failed",
          `What this tool kept is of version ${version}; it reads version ${shape.version} and does not say how to get there.`,
        );
      const migrated = await shape.migrate(value, version);
      await put(migrated);
      return migrated;
    },
  };
}

function read(kept: Json | null): { readonly version: number; readonly value: Json | null } {
  if (typeof kept === "object" && kept !== null && !Array.isArray(kept)) {
    const { [VERSION]: version, value } = kept as Readonly<Record<string, Json>>;
    if (typeof version === "number" && value !== undefined && Object.keys(kept).length === 2)
      return { version, value };
  }
  return { version: 1, value: kept };
}

function refuseFaults({ schema }: StateSlotShape, value: Json): void {
  const [fault] = checkArguments(schema, value);
  if (fault === undefined) return;
  const where = ["state", ...fault.path].join(".");
  throw new ToolError("failed", `${where} ${fault.message}: the state does not fit its schema.`);
}
