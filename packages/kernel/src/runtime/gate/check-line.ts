/**
 * A shell line at the moment of use. It is read again here, because a tool may run another line than the one that was judged, and
 * because between the two a link may have been turned, a tree may have grown and a glob may have found more: what runs is what
 * is checked. What comes out as it was judged needs no second judgement; whatever is new meets the gate.
 */
import { type Resource, ToolError } from "@toolplane/contract";
import type { CallState } from "../../call/call-state.ts";
import { isReadOnly } from "../../footprint/is-read-only.ts";
import { shellResources } from "../../footprint/shell-resources.ts";
import type { SessionTool } from "../../session/session-tool.ts";
import { createGate } from "./create-gate.ts";
import { workingDirectory } from "./working-directory.ts";

interface CheckedLine {
  readonly cwd: string;
  /** No command in it can change anything, as far as its commands are known. */
  readonly readsOnly: boolean;
}

/** Throws a ToolError for a line that may not run. */
export type CheckLine = (line: {
  readonly command: string;
  readonly cwd: string | undefined;
}) => CheckedLine;

export function createLineCheck(call: CallState, tool: SessionTool): CheckLine {
  const { analyzer, processReach } = call.session;
  const own = createGate({ call, tool, reach: tool.reach, via: "argument" });
  // Of what a command touches, silence of the rules is enough; a rule's ask or a floor is not.
  const touched = createGate({
    call,
    tool,
    reach: processReach,
    via: "operand",
    silence: "allows",
  });
  let predicted: ReadonlySet<string> | null = null;
  return ({ command, cwd }) => {
    const analysis = analyzer.shell(command, cwd);
    if (!analysis.ok)
      throw new ToolError("invalid_input", `Invalid arguments: ${analysis.message}`);
    predicted ??= textsOf(call.footprint?.resources ?? []);
    const resources = shellResources(analysis.value, { offset: 0 });
    for (const resource of resources) {
      if (resource.capability === "opaque") {
        if (!predicted.has(resourceText(resource)))
          throw new ToolError("permission_denied", "This command is not the one that was judged.");
      } else if (resource.capability === "shell.run") {
        if (resource.unit.neutral) continue;
        insist(own.check(resource));
      } else if (!predicted.has(resourceText(resource))) insist(touched.check(resource));
    }
    return {
      cwd: workingDirectory(call, cwd),
      readsOnly: isReadOnly({ resources }, { toolReads: false }),
    };
  };
}

function insist(decision: ReturnType<ReturnType<typeof createGate>["check"]>): void {
  if (!decision.allowed) throw new ToolError(decision.code, decision.reason);
}

/** Of all but commands, which the gate compares itself. */
function textsOf(resources: readonly Resource[]): ReadonlySet<string> {
  const texts = new Set<string>();
  for (const resource of resources)
    if (resource.capability !== "shell.run") texts.add(resourceText(resource));
  return texts;
}

/** All there is to a resource, whatever fields its kind has or gains; only the argument it was read from does not matter. */
function resourceText(resource: Resource): string {
  if (resource.capability === "opaque") return JSON.stringify([resource.of, resource.text]);
  return JSON.stringify({ ...resource, argument: undefined });
}
