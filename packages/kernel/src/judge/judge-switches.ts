/** Flags, and consent that is due by a tool's mode or name. */
import type { JsonObject, Opinion, Tool } from "@toolplane/contract";
import type { ConsentNeeds, Flags } from "./judges.ts";

/** The call that the switches apply to. */
export interface SwitchView {
  readonly tool: Tool;
  readonly args: JsonObject;
  readonly role: string;
  readonly flags: Flags | null;
  readonly consent: ConsentNeeds;
}

/** Adds a deny for a flag that is off, and an ask where consent is due. */
export function judgeSwitches(view: SwitchView, opinions: Opinion[]): void {
  const off = flagOff(view);
  if (off) {
    opinions.push({ judge: "flag", action: "deny", hard: true, reason: `The flag ${off} is off.` });
  }
  if (view.consent.consentModes.includes(view.tool.mode)) {
    opinions.push({
      judge: "consent",
      action: "ask",
      hard: true,
      reason: `Tools of mode ${view.tool.mode} need consent.`,
    });
  }
  const dangerous = dangerousName(view);
  if (dangerous) {
    opinions.push({
      judge: "consent",
      action: "ask",
      hard: true,
      reason: `${dangerous} is listed as dangerous.`,
    });
  }
}

/** Code tools need `allow_code_execution`; then `allow_{tool}_{role}`, else `allow_{tool}`, else nothing. */
function flagOff({ tool, role, flags, consent }: SwitchView): string | null {
  if (!flags) return null;
  if (consent.codeTools.includes(tool.id) && flags.get("allow_code_execution") === false) {
    return "allow_code_execution";
  }
  const forRole = `allow_${tool.id}_${role}`;
  const own = flags.get(forRole);
  if (own !== undefined) return own ? null : forRole;
  const general = `allow_${tool.id}`;
  return flags.get(general) === false ? general : null;
}

function dangerousName({ tool, args, consent }: SwitchView): string | null {
  if (consent.dangerous.includes(tool.id)) return tool.id;
  const action = args.action;
  if (typeof action !== "string") return null;
  const name = `${tool.id}.${action}`;
  return consent.dangerous.includes(name) ? name : null;
}
