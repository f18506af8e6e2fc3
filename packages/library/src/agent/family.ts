/** Knows which agents work in which sessions, and which is above which. Loads nothing: it is there before any agent is. */
import type { BackgroundBook, LoopSettings, Model, Purse } from "@toolplane/agent";
import type { Session } from "@toolplane/kernel";
import type { AgentEvent } from "./agent.ts";
import type { Money } from "./create-money.ts";
import type { Elsewhere } from "./elsewhere.ts";

/** An agent as those below it know it. */
export interface FamilyMember {
  readonly session: Session;
  readonly model: Model;
  readonly purse: Purse;
  readonly background: BackgroundBook;
  readonly money: Money;
  /** Where it hands over what it starts in the background; null where that stays here. */
  readonly elsewhere: Pick<Elsewhere, "handOver"> | null;
  /** Whose word ends a run; those below it go by the same. */
  readonly completion: LoopSettings["completion"];
  /** Of the run that it works on. */
  runId(): string;
  /** Hands events from below to the listeners. */
  hear(event: AgentEvent): void;
  /** Says something to its model: what a background run came to. */
  tell(text: string): void;
}

export interface AgentFamily {
  /** Takes one in; returns how to let go of it. */
  enter(member: FamilyMember): () => void;
  find(sessionId: string): FamilyMember | undefined;
}

export function createFamily(): AgentFamily {
  const members = new Map<string, FamilyMember>();
  return {
    enter(member) {
      const { id } = member.session;
      members.set(id, member);
      return () => {
        if (members.get(id) === member) members.delete(id);
      };
    },
    find: (sessionId) => members.get(sessionId),
  };
}
