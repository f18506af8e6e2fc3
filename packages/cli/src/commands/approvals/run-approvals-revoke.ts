import { readKeptRules, revokeKeptRules } from "@toolplane/library/rooms/product";
import { readSettings } from "@toolplane/library/rooms/settings";
import { openState } from "@toolplane/library/rooms/state";
import { CliError } from "../../command/cli-error.ts";
import type { CommandRun } from "../../command/command.ts";
import { line } from "../../terminal/shown/shown.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";

/** Revokes; every id is found before the first approval goes. */
export const runApprovalsRevoke: CommandRun = async (context) => {
  const { arguments: given } = context;
  const wantsAll = given.flag("all");
  if (wantsAll === given.words.length > 0)
    throw new CliError(
      wantsAll ? "Say ids or --all, not both." : "Which approvals? Say ids, or --all.",
      {
        next: ["toolplane approvals   lists them."],
      },
    );
  const settings = await readSettings(context);
  const state = await openState(settings);
  try {
    const standing = (await state.store.approvals.list()).map(({ id }) => id);
    const rules = readKeptRules(settings).map(({ id }) => id);
    const ids = wantsAll
      ? standing
      : given.words.map((word) => findApproval(word, [...standing, ...rules]));
    const revoked: string[] = [...revokeKeptRules(settings, ids)];
    for (const id of new Set(ids)) if (await state.store.approvals.revoke(id)) revoked.push(id);
    const count = revoked.length === 1 ? "1 approval" : `${revoked.length} approvals`;
    return { json: { revoked }, shown: [line(`${count} revoked.`)] };
  } finally {
    await state.close();
  }
};

/** By its id, or by a beginning or an end that only one has. */
function findApproval(typed: string, ids: readonly string[]): string {
  if (ids.includes(typed)) return typed;
  const like = ids.filter((id) => id.startsWith(typed) || id.endsWith(typed));
  if (like.length === 1 && like[0]) return like[0];
  throw new CliError(
    like.length > 1
      ? `${like.length} approvals are called like "${escapeText(typed)}".`
      : `No approval is called "${escapeText(typed)}".`,
    { next: ["toolplane approvals   lists them."] },
  );
}
