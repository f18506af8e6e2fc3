/** The subagents of a project as a person trusts them: look, then keep exactly the texts that were looked at. */
import { readSubagent, type SubagentType } from "@toolplane/agent";
import {
  openContentTrust,
  type TrustAnswer,
  type TrustState,
} from "../settings/trust/open-content-trust.ts";
import { projectMarkdown } from "./markdown-files.ts";
import { SUBAGENTS_FOLDER } from "./open-subagents.ts";

export interface OfferedSubagent
  extends Pick<SubagentType, "name" | "description" | "tools" | "model" | "deny"> {
  readonly place: string;
  readonly digest: string;
  readonly state: TrustState;
}

export interface SubagentOffer {
  readonly subagents: readonly OfferedSubagent[];
  /** True where one of them is not trusted as it is. */
  readonly isOpen: boolean;
  keep(answer: TrustAnswer): void;
}

export function openSubagentTrust({
  workspace,
  userData,
}: {
  readonly workspace: string;
  readonly userData: string;
}): SubagentOffer {
  const trust = openContentTrust({ kind: "agents", userData, workspace });
  const subagents = projectMarkdown(workspace, SUBAGENTS_FOLDER, []).flatMap(
    ({ name, place, bytes, digest }): readonly OfferedSubagent[] => {
      const read = readSubagent(bytes, { name });
      if (!read.ok) return [];
      const { instructions: _, ...facts } = read.type;
      return [{ ...facts, place, digest, state: trust.stateOf(place, digest) }];
    },
  );
  return {
    subagents,
    isOpen: subagents.some(({ state }) => state !== "trusted"),
    keep(answer) {
      const digests = Object.fromEntries(subagents.map(({ place, digest }) => [place, digest]));
      trust.keep(digests, answer);
    },
  };
}
