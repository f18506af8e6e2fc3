/** Opens the mask of these settings, for what is shown again from contents that are kept as they were given. */
import { createRedactor } from "@toolplane/kernel";
import { readSecrets, textSecrets } from "../library/options/read-secrets.ts";
import type { Settings } from "../settings/declaration/settings.ts";
import { keptSecrets } from "./kept-secrets.ts";

/** The same secrets, and the same look-alikes, as in the results of calls. */
export async function openMask({
  secrets,
  userData,
}: Pick<Settings, "secrets" | "userData">): Promise<(text: string) => string> {
  const held = textSecrets(await readSecrets({ secrets }));
  return createRedactor({ secrets: { ...(await keptSecrets(userData, process.env)), ...held } })
    .text;
}
