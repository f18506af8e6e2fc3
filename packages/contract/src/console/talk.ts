import type { CallLine, CutText } from "./calls.ts";

/** `none`: nobody gave us the words, as a client over MCP or a program does not. `gone`: they were kept, and a person let go of them. */
export type TalkState = "kept" | "none" | "gone";

/** A call as the model asked for it. */
export interface TalkCall {
  readonly callId: string;
  readonly tool: string;
  readonly what: string;
}

/** Something that was said; long texts are cut, and the rest is had by its place. */
interface Said extends CutText {
  /** Its place in the conversation. */
  readonly at: number;
  /** Null where it was said before this session, in the one that it goes on from. */
  readonly atMs: number | null;
}

/** Words to the model: a person's, those of the agent that started it, or the host's own. */
export interface TalkWords extends Said {
  readonly kind: "said";
  readonly from: "person" | "parent" | "host";
  readonly pictures: number;
}

/** Words of the model, with the calls that it then made. */
export interface TalkAnswer extends Said {
  readonly kind: "answer";
  readonly isStopped: boolean;
  readonly calls: readonly TalkCall[];
  /** How many it made; those beyond `calls` are only counted. */
  readonly callCount: number;
}

export type TalkPiece = TalkWords | TalkAnswer;

/** A part of a conversation: `pieces` are what people are shown of its entries from `from` up to `until`. */
export interface TalkPage {
  readonly state: TalkState;
  /** Entries in all, results of calls included. */
  readonly total: number;
  readonly from: number;
  readonly until: number;
  readonly pieces: readonly TalkPiece[];
}

/** `GET /sessions/{session}/talk`, with the calls of these pieces as the record tells them. */
export interface SessionTalk extends TalkPage {
  readonly calls: readonly CallLine[];
}

/** `GET /sessions/{session}/talk/{at}`: the text of one piece, from a character on. */
export interface TalkText {
  readonly text: string;
  readonly from: number;
  /** Where it goes on; null at its end. */
  readonly next: number | null;
}
