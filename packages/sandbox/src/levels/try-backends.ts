import type { SandboxBackend, SandboxFinding } from "../backend/sandbox-backend.ts";
import { SANDBOX_BACKENDS } from "./sandbox-backends.ts";

/** The backends to try, and where. */
export interface BackendTrial<T> {
  readonly platform: NodeJS.Platform;
  readonly attempt: (backend: SandboxBackend) => Promise<SandboxFinding<T>>;
  /** Only the one of this name. */
  readonly only?: string;
  readonly backends?: readonly SandboxBackend[];
}

/** The backend that was found, and why a better one was not. */
export type BackendFinding<T> = SandboxFinding<T> & {
  readonly passedOver?: { readonly reason: string; readonly remedy?: string };
};

/**
 * The first backend of this system that works. When none does, the reason to mend is that of the best one that is installed:
 * what keeps one from working would keep one that is installed now from working too.
 */
export async function tryBackends<T>(trial: BackendTrial<T>): Promise<BackendFinding<T>> {
  const { platform, attempt, only, backends = SANDBOX_BACKENDS } = trial;
  const failures: SandboxFinding<T>[] = [];
  for (const backend of backends) {
    if (!backend.platforms.includes(platform)) continue;
    if (only !== undefined && backend.name !== only) continue;
    const tried = await attempt(backend);
    if (tried.ok) {
      const [better] = failures;
      return better && !better.ok ? { ...tried, passedOver: better } : tried;
    }
    failures.push(tried);
  }
  const installed = failures.find((failure) => !failure.ok && failure.absent !== true);
  return installed ?? failures[0] ?? { ok: false, reason: `There is none for ${platform} yet.` };
}
