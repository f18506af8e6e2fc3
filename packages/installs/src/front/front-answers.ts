/** Handles a registry's answer: holds a file to its sums, and reads a page that tells something. */
import { Readable } from "node:stream";
import { ToolError } from "@toolplane/contract";
import type { RelayedResponse } from "@toolplane/disk/net";
import { checkedBody } from "../sums/checked-body.ts";
import { goModSum, goZipSum } from "../sums/go-sum-of.ts";
import { readWhole } from "../sums/read-whole.ts";
import { summedBody } from "../sums/summed-body.ts";
import { answerHeaders, headerOf } from "./front-headers.ts";
import type { AskedThere } from "./read-asked.ts";

const MAX_PAGE_BYTES = 64 * 1_024 * 1_024;
const MAX_MODULE_BYTES = 128 * 1_024 * 1_024;

/** Go's files are read whole before they are handed on: its sums are of what is in them. */
export async function fileAnswer(
  answer: RelayedResponse,
  there: AskedThere,
  given: {
    readonly sums: readonly string[];
    readonly learn: (text: string) => void;
    /** Told the sum of a file that has none to be held to, once all of it has come. */
    readonly came?: (sum: string) => void;
  },
): Promise<RelayedResponse> {
  const { asked } = there;
  const { sums, learn, came } = given;
  const coding = headerOf(answer, "content-encoding");
  const isCoded = coding !== "" && coding !== "identity";
  if (sums.length > 0 && isCoded) throw codedFile(there);
  if (asked.summed === undefined) {
    const headers = answerHeaders(answer);
    if (sums.length === 0 && (came === undefined || isCoded)) return { ...answer, headers };
    if (sums.length === 0 && came !== undefined)
      return { status: answer.status, headers, body: summedBody(answer.body, came) };
    const body = checkedBody(answer.body, sums, () => anotherFile(there));
    return { status: answer.status, headers, body };
  }
  const bytes = await readWhole(answer.body, MAX_MODULE_BYTES);
  if (sums.length > 0 || came !== undefined) {
    const sum = asked.summed === "go.mod" ? goModSum(bytes) : await goZipSum(bytes);
    if (sums.length > 0 && !sums.includes(sum)) throw anotherFile(there);
    came?.(sum);
  }
  if (asked.summed === "go.mod") learn(bytes.toString("utf8"));
  return whole(answer, bytes);
}

export async function readPage(
  answer: RelayedResponse,
  learn: (text: string) => void,
): Promise<RelayedResponse> {
  const bytes = await readWhole(answer.body, MAX_PAGE_BYTES);
  try {
    learn(bytes.toString("utf8"));
  } catch {
    throw new ToolError("failed", "The registry's page about a package cannot be read.");
  }
  return whole(answer, bytes);
}

function whole(answer: RelayedResponse, bytes: Buffer): RelayedResponse {
  const headers = answerHeaders(answer, bytes.length);
  return { status: answer.status, headers, body: Readable.from([bytes], { objectMode: false }) };
}

function anotherFile({ registry, asked }: AskedThere): ToolError {
  return new ToolError(
    "permission_denied",
    `${registry.url.host} sent another file for ${asked.name} than the lock file names or a person let in, so it was cut off. The registry or the lock file may have been changed.`,
  );
}

function codedFile({ registry, asked }: AskedThere): ToolError {
  return new ToolError(
    "failed",
    `${registry.url.host} sent the file of ${asked.name} in a coding that its sum is not of.`,
  );
}
