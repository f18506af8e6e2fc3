/** A toolplane that only judges: it has the rules, tools and sandbox of the settings. It asks no person and records nothing. */
import type { PolicyLayer } from "@toolplane/contract";
import type { SourcesOption } from "@toolplane/gateway/sources/list";
import { createToolplane, type Toolplane } from "../library/create-toolplane.ts";
import type { Settings } from "../settings/declaration/settings.ts";
import { profileOption } from "./profile-option.ts";
import { reachOptions } from "./reach-options.ts";

export interface JudgeOptions {
  readonly settings: Settings;
  /** Rules to judge by, instead of those of the settings. */
  readonly policy?: readonly PolicyLayer[];
  readonly sources?: SourcesOption;
}

/** Opens it; the caller closes it. Rejects with a ConfigurationError when the settings cannot hold. */
export function openJudge({ settings, policy, sources }: JudgeOptions): Promise<Toolplane> {
  const { mode, allowlist } = settings;
  return createToolplane({
    workspace: settings.workspace,
    userData: settings.userData,
    ...profileOption(settings),
    preset: settings.preset,
    toolConfig: settings.tools,
    policy: policy ?? settings.policy,
    ...reachOptions(settings),
    sandbox: settings.sandbox,
    contained: settings.contained,
    flow: settings.flow,
    session: { mode, allowlist },
    record: false,
    // A person named the tool, so it need not be searched for.
    ...(sources ? { sources, registry: { deferAbove: Number.POSITIVE_INFINITY } } : {}),
    // Whether there is a sandbox is part of the answer; nothing runs that would need one.
    onWarning: () => undefined,
  });
}
