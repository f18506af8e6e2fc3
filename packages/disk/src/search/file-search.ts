/** Searching files behind the door, as the reading half uses it. */
import type { FsReadDoor, GlobFound, SearchFound } from "@toolplane/contract";
import type { DoorGate } from "../files/judged/create-door-gate.ts";

/** Content search and globs, each judged by the gate of a call. */
export interface FileSearch {
  search(gate: DoorGate, query: Parameters<FsReadDoor["search"]>[0]): Promise<SearchFound>;
  glob(gate: DoorGate, query: Parameters<FsReadDoor["glob"]>[0]): Promise<GlobFound>;
}
