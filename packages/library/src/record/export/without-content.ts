/**
 * Strips from a call what was said in it, and keeps what it touched and why it might. Paths, hosts and rules stay, as they are
 * what an export is for. Of a command only the program stays: its words are arguments of the call, and hold secrets more often
 * than anything else. Reasons are sentences about resources, so they go too; the rule beside them says the same.
 */
import type { Footprint, Opinion, Resource, Verdict } from "@toolplane/contract";
import { kindOf } from "@toolplane/kernel";

/** The part of a recorded call that is in every export. */
export interface CallFacts {
  readonly footprint: Footprint | null;
  readonly verdict: Verdict | null;
  readonly accesses: readonly { readonly subject: string }[];
}

/** The same facts, for people and programs elsewhere. */
export interface BareFacts {
  readonly footprint: object | null;
  readonly verdict: object | null;
  readonly accesses: readonly object[];
}

/** The same facts without words of the call. */
export function withoutContent({ footprint, verdict, accesses }: CallFacts): BareFacts {
  return {
    footprint: footprint && { resources: footprint.resources.map(bare) },
    verdict: verdict && { ...verdict, opinions: verdict.opinions.map(unreasoned) },
    accesses: accesses.map((access) => ({ ...access, subject: bareSubject(access.subject) })),
  };
}

function bare(resource: Resource): object {
  return kindOf(resource).withoutContent(resource);
}

function unreasoned({ reason: _reason, ...rest }: Opinion): object {
  return rest;
}

/** `shell.run npm`: the rest of the line is the command's. What is not understood says nothing but its kind. */
export function bareSubject(subject: string): string {
  const [kind = "", first = ""] = subject.split(" ", 2);
  if (kind === "shell.run") return `${kind} ${first}`;
  return /^(?:fs\.|net\.|env|named|mcp)/.test(kind) ? subject : kind;
}
