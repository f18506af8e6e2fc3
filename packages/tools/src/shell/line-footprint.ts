/**
 * Predicts what a command line touches, for a tool that writes the line itself. The host's own reader reads the line,
 * exactly as it will be read again when it runs, so a rule about a command binds such a tool as it binds `bash`.
 */
import { type Resource, ToolError } from "@toolplane/contract";
import type { Analyzer } from "@toolplane/contract/ports";

/** The resources of the line; `invalid_input` when the text cannot be one. */
export function lineFootprint(
  analyzer: Analyzer,
  line: string,
  cwd: string | undefined,
): readonly Resource[] {
  const reading = analyzer.shell(line, cwd);
  if (!reading.ok) throw new ToolError("invalid_input", reading.message);
  const direct = { origin: "direct", via: "unit" } as const;
  const { units, resources, opaque } = reading.value;
  return [
    ...units.map(
      (unit, unitIndex): Resource => ({ capability: "shell.run", unit, ...direct, unitIndex }),
    ),
    ...resources,
    ...opaque.map(
      (part): Resource => ({ capability: "opaque", of: "shell.run", ...part, ...direct }),
    ),
  ];
}
