import { openResult } from "@toolplane/library/rooms/fleet";
import { formatPlural } from "@toolplane/readings";
import type { CommandRun } from "../../command/command.ts";
import { line, note } from "../../terminal/shown/shown.ts";
import { leftOutNotes } from "./result-lines.ts";
import { withResult } from "./with-result.ts";

export const runFleetTake: CommandRun = (context) =>
  withResult(context, async ({ kept, payloads }) => {
    const { arguments: given, directory, environment } = context;
    const { unlanded } = kept;
    const { id } = kept.run;
    const branch = given.text("branch") ?? `toolplane/${id.slice(0, 8)}`;
    const withIgnored = given.flag("ignored");
    const ground = { payloads, directory, path: environment.PATH ?? "", withIgnored };
    const opened = await openResult(ground, kept);
    try {
      const { isNew } = await opened.take(branch);
      const { commit, files, ignored, leftOut, leadOut } = opened;
      const what = `${formatPlural(files.length, "file")} changed on ${kept.commit.slice(0, 12)}`;
      return {
        json: {
          run: id,
          branch,
          commit,
          isNew,
          files: files.length,
          ignored,
          leftOut,
          leadOut,
          unlanded,
        },
        shown: [
          line(
            isNew ? `Branch ${branch}: ${what}.` : `Branch ${branch} is there already: ${what}.`,
            {
              mark: "allow",
            },
          ),
          ...leftOutNotes({ ...opened, unlanded }),
          note(),
          note(`  git diff HEAD...${branch}   shows it.`),
          note(`  git merge ${branch}   makes it yours.`),
        ],
      };
    } finally {
      await opened.close();
    }
  });
