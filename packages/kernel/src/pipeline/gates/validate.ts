/**
 * Stage 2: strict JSON, then the tool's schema. From here on the arguments are frozen: what is checked is what runs.
 * One schema has one engine; a tool written with a schema library is validated by that library alone.
 */
import type { JsonObject, StandardResult, StandardSchema } from "@toolplane/contract";
import type { CallView } from "../../call/call-view.ts";
import { type SettlingCall, settle } from "../../call/settle.ts";
import type { StageOutcome } from "../../call/stage-outcome.ts";
import { describeFaults } from "../../schema/describe-faults.ts";
import { freezeArguments } from "../../schema/freeze-arguments.ts";
import { parseArguments } from "../../schema/parse-arguments.ts";

type ValidatingCall = SettlingCall &
  CallView<{ reads: "input" | "tool"; writes: "args"; session: "argumentLimits" }>;

/** Parses, checks and freezes the arguments. */
export function validate(call: ValidatingCall): StageOutcome | Promise<StageOutcome> {
  const { session, input } = call;
  const parsed =
    typeof input === "string"
      ? parseArguments(input, session.argumentLimits)
      : freezeArguments(input, session.argumentLimits);
  if (!parsed.ok) return invalid(call, parsed.message);
  const entry = call.tool?.entry;
  if (!entry) return settle(call, "internal", "The call has no tool.");
  if (entry.tool.standard) return validateStandard(call, entry.tool.standard, parsed.value);
  const compiled = entry.schema();
  if (!compiled.ok) {
    return settle(
      call,
      "internal",
      `The schema of ${entry.tool.id} cannot be used: ${compiled.message}`,
    );
  }
  const faults = compiled.schema.validate(parsed.value);
  if (faults) return invalid(call, describeFaults(faults, entry.tool.parameters));
  call.args = parsed.value;
  return undefined;
}

function validateStandard(
  call: ValidatingCall,
  standard: StandardSchema,
  value: JsonObject,
): StageOutcome | Promise<StageOutcome> {
  const outcome = standard["~standard"].validate(value);
  if (outcome instanceof Promise) return outcome.then((settled) => acceptStandard(call, settled));
  return acceptStandard(call, outcome);
}

/** A library may transform what it validates; the transformed value is frozen, judged and run. */
function acceptStandard(call: ValidatingCall, outcome: StandardResult<unknown>): StageOutcome {
  if (outcome.issues) {
    const texts = outcome.issues.slice(0, 8).map((issue) => {
      const path = (issue.path ?? []).map((step) =>
        String(typeof step === "object" ? step.key : step),
      );
      return `${path.join(".") || "arguments"}: ${issue.message}`;
    });
    return invalid(call, texts.join("; ").slice(0, 2_000));
  }
  const frozen = freezeArguments(outcome.value, call.session.argumentLimits);
  if (!frozen.ok)
    return settle(
      call,
      "internal",
      `The schema turns the arguments into something that is not JSON: ${frozen.message}`,
    );
  call.args = frozen.value;
  return undefined;
}

function invalid(call: ValidatingCall, message: string): StageOutcome {
  return settle(call, "invalid_input", `Invalid arguments: ${message}`);
}
