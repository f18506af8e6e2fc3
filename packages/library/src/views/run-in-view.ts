/**
 * Runs a check on one side of a landing: in a session of its own below the run's, in a copy of the view or in a fresh one, which
 * shows the project. So whatever the check writes, starts or leaves running stays there, and nobody changes what it looks at.
 */
import { join } from "node:path";
import type { Views } from "@toolplane/contract/ports";
import type { Session, SessionOptions } from "@toolplane/kernel";
import type { CheckRequest, CheckRun } from "../checks/index.ts";
import { type CallCheckOptions, callCheck } from "./call-check.ts";

export interface RunInViewOptions extends CallCheckOptions {
  readonly views: Views;
  readonly openSession: (options: SessionOptions) => Session;
  /** The session whose view is to land. */
  readonly session: Session;
  readonly workspace: string;
  /** Told of the copy that a run was made in, while it is there. */
  readonly onRun?: ((request: CheckRequest, copy: string) => Promise<void>) | undefined;
}

export async function runInView(
  request: CheckRequest,
  options: RunInViewOptions,
): Promise<CheckRun> {
  const { views, openSession, session: parent } = options;
  const view = views.of(parent.id);
  const session = openSession({ parent, agent: "check" });
  try {
    const copy = await views.open(session.id, {
      isPassing: true,
      ...(request.side === "view" && view !== null ? { copyOf: view.id } : {}),
      without: (request.restore ?? []).map((path) => join(options.workspace, path)),
    });
    const run = await callCheck(request, session, options);
    await options.onRun?.(request, copy.id);
    return run;
  } finally {
    const copy = views.of(session.id);
    await session.close();
    if (copy !== null) await views.discard(copy.id).catch(gone);
  }
}

/** A copy in which nothing was written went with its session. */
function gone(): void {}
