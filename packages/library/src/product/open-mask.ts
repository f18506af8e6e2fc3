/** Opens the mask of these settings, for what is shown again from contents that are kept as they were given. */
import { createHash } from "node:crypto";
import type { Redactor } from "@toolplane/contract/ports";
import { createRedactor } from "@toolplane/kernel";
import { readSecrets, textSecrets } from "../library/options/read-secrets.ts";
import type { Settings } from "../settings/declaration/settings.ts";
import { keptSecrets } from "./kept-secrets.ts";

export interface ShownRedactor extends Redactor {
  /** Stands for the secrets that it masks. */
  readonly key: string;
}

type MaskSettings = Pick<Settings, "secrets" | "userData">;

/** The same secrets, and the same look-alikes, as in the results of calls. */
export async function openMask(settings: MaskSettings): Promise<(text: string) => string> {
  return (await openRedactor(settings)).text;
}

/** `before` stays the one where the secrets are the same. */
export async function openRedactor(
  { secrets, userData }: MaskSettings,
  before?: ShownRedactor,
): Promise<ShownRedactor> {
  const held = textSecrets(await readSecrets({ secrets }));
  const named = { ...(await keptSecrets(userData, process.env)), ...held };
  const key = createHash("sha256").update(JSON.stringify(named)).digest("hex");
  return before?.key === key ? before : { ...createRedactor({ secrets: named }), key };
}
