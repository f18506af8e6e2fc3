/** The commands of a project as a person trusts them: look, then keep exactly the texts that were looked at. */
import { type PromptCommand, readPromptCommand } from "@toolplane/agent";
import {
  openContentTrust,
  type TrustAnswer,
  type TrustState,
} from "../settings/trust/open-content-trust.ts";
import { projectMarkdown } from "./markdown-files.ts";
import { COMMANDS_FOLDER } from "./open-prompt-commands.ts";

export interface OfferedPrompt extends Pick<PromptCommand, "name" | "description" | "place"> {
  readonly digest: string;
  readonly state: TrustState;
}

export interface PromptOffer {
  readonly commands: readonly OfferedPrompt[];
  /** True where one of them is not trusted as it is. */
  readonly isOpen: boolean;
  keep(answer: TrustAnswer): void;
}

export function openPromptTrust({
  workspace,
  userData,
}: {
  readonly workspace: string;
  readonly userData: string;
}): PromptOffer {
  const trust = openContentTrust({ kind: "commands", userData, workspace });
  const commands = projectMarkdown(workspace, COMMANDS_FOLDER, []).flatMap(
    ({ name, place, bytes, digest }): readonly OfferedPrompt[] => {
      const read = readPromptCommand(bytes, { name });
      if (!read.ok) return [];
      const { description } = read.command;
      return [{ name, description, place, digest, state: trust.stateOf(place, digest) }];
    },
  );
  return {
    commands,
    isOpen: commands.some(({ state }) => state !== "trusted"),
    keep(answer) {
      const digests = Object.fromEntries(commands.map(({ place, digest }) => [place, digest]));
      trust.keep(digests, answer);
    },
  };
}
