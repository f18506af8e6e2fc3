/** The subagents of a project as a person trusts them: look, then keep exactly the texts that were looked at. */
import { readSubagent, type SubagentNote, type SubagentType } from "@toolplane/agent";
import {
  type ContentTrust,
  readContentTrust,
  removeContentTrust,
  writeContentTrust,
} from "../settings/trust/content-trust.ts";
import { projectFolder, readSubagentFiles } from "./open-subagents.ts";

export interface OfferedSubagent
  extends Pick<SubagentType, "name" | "description" | "tools" | "model" | "deny"> {
  readonly place: string;
  readonly digest: string;
  readonly state: "new" | "changed" | "trusted";
}

export interface SubagentOffer {
  readonly subagents: readonly OfferedSubagent[];
  /** True where one of them is not trusted as it is. */
  readonly isOpen: boolean;
  keep(answer: Pick<ContentTrust, "atMs" | "by">): void;
}

export function openSubagentTrust({
  workspace,
  userData,
}: {
  readonly workspace: string;
  readonly userData: string;
}): SubagentOffer {
  const content = { kind: "agents", userData, workspace } as const;
  const known = readContentTrust(content)?.digests ?? {};
  const skipped: SubagentNote[] = [];
  const subagents = readSubagentFiles(projectFolder(workspace), skipped).flatMap(
    ({ name, place, bytes, digest }): readonly OfferedSubagent[] => {
      const read = readSubagent(bytes, { name });
      if (!read.ok) return [];
      const { instructions: _, ...facts } = read.type;
      const was = Object.hasOwn(known, place) ? known[place] : undefined;
      const state = was === undefined ? "new" : was === digest ? "trusted" : "changed";
      return [{ ...facts, place, digest, state }];
    },
  );
  return {
    subagents,
    isOpen: subagents.some(({ state }) => state !== "trusted"),
    keep(answer) {
      if (subagents.length === 0) {
        removeContentTrust(content);
        return;
      }
      const digests = Object.fromEntries(subagents.map(({ place, digest }) => [place, digest]));
      writeContentTrust(content, { ...answer, digests });
    },
  };
}
