/**
 * Joins what is required of a session with what its view had to pass when others worked in it. Without that, who takes over a view that
 * does not pass would land it by asking for nothing.
 */
import type { HeldView, ViewCheck, Views } from "@toolplane/contract/ports";
import type { RequireOption } from "../checks/require-option.ts";
import { otherChecks } from "../ground/other-checks.ts";

/** Keeps what is new with the view. A check in code is of this process, and cannot be kept. */
export async function requiredOfView(
  views: Pick<Views, "keepRequired">,
  view: Pick<HeldView, "id" | "required">,
  required: RequireOption,
): Promise<RequireOption> {
  const own = required.flatMap((check) => ("run" in check ? [plain(check)] : []));
  const left = otherChecks(view.required.map(plain), own);
  if (own.length + left.length > view.required.length)
    await views.keepRequired(view.id, [...left, ...own]);
  return [...required, ...left];
}

function plain({ name, run, when, within, per, keeps }: ViewCheck): ViewCheck {
  return {
    name,
    run,
    ...(when && { when }),
    ...(within && { within }),
    ...(per && { per }),
    ...(keeps && { keeps }),
  };
}
