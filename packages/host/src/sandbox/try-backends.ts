import type { SandboxBackend, SandboxFinding } from "./backend/sandbox-backend.ts";
import { SANDBOX_BACKENDS } from "./sandbox-backends.ts";

/** What is tried, and where. */
export interface BackendTrial<T> {
  readonly platform: NodeJS.Platform;
  readonly attempt: (backend: SandboxBackend) => Promise<SandboxFinding<T>>;
  readonly backends?: readonly SandboxBackend[];
}

/** The first backend of this system that works. When none does, the best one's reason is the one to mend. */
export async function tryBackends<T>(trial: BackendTrial<T>): Promise<SandboxFinding<T>> {
  const { platform, attempt, backends = SANDBOX_BACKENDS } = trial;
  const failures: SandboxFinding<T>[] = [];
  for (const backend of backends) {
    if (!backend.platforms.includes(platform)) continue;
    const tried = await attempt(backend);
    if (tried.ok) return tried;
    failures.push(tried);
  }
  return failures[0] ?? { ok: false, reason: `There is none for ${platform} yet.` };
}
