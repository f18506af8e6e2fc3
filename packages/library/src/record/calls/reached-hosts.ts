import type { ProcessReport, Verdict } from "@toolplane/contract";
import type { RecordedCall } from "@toolplane/kernel/record";

const NET = "net.fetch ";

/** The hosts that a call reached, by its doors and by the process it ran. */
export function reachedHosts(
  { accesses }: Pick<RecordedCall, "accesses">,
  report: Pick<ProcessReport, "hosts"> | null,
): readonly string[] {
  const byDoors = accesses
    .filter(({ subject, refused }) => subject.startsWith(NET) && refused === undefined)
    .map(({ subject }) => subject.slice(NET.length).replace(/^[a-z]+:\/\//, ""));
  const byProcess = (report?.hosts ?? [])
    .filter(({ allowed }) => allowed)
    .map(({ host, port }) => `${host}:${port}`);
  return [...new Set([...byDoors, ...byProcess])];
}

/** Tells who let a call run without a person. A contained command that reached a host was let there by a rule, so it counts as that. */
export function answeredBy({
  verdict,
  accesses,
}: Pick<RecordedCall, "verdict" | "accesses">): Verdict["answeredBy"] {
  if (verdict?.answeredBy !== "contained") return verdict?.answeredBy;
  return reachedHosts({ accesses }, null).length > 0 ? "rule" : "contained";
}
