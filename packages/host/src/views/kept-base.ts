/** Writes down what both sides of a path began with where that is no mergeable file: enough to know it again. */
import { NO_MODE, type ViewSide } from "@toolplane/sandbox";

type Kept = Exclude<ViewSide, null | { readonly kind: "file" }>;

const REASON = "what both sides began with is not read";

/** Null where it cannot be known again. */
export function keptBase(side: Kept): string | null {
  if (side.kind === "link") return `link:${side.target}`;
  return side.sign === undefined ? null : `${side.kind}:${side.sign}`;
}

/** Null for the name of a file. */
export function readBase(text: string): ViewSide {
  const colon = text.indexOf(":");
  const rest = text.slice(colon + 1);
  switch (text.slice(0, Math.max(0, colon))) {
    case "link":
      return { kind: "link", target: rest };
    case "directory":
      return { kind: "directory", sign: rest };
    case "unknown":
      return { kind: "unknown", reason: REASON, sign: rest };
    default:
      return null;
  }
}

/** The name of a file that both sides began with: its content and, where that is known, its mode. */
export function keptName(digest: string, mode: number): string {
  return mode === NO_MODE ? digest : `${digest}-${mode.toString(8)}`;
}

export function modeInName(name: string): number {
  const [, octal] = /-([0-7]+)$/.exec(name) ?? [];
  return octal === undefined ? NO_MODE : Number.parseInt(octal, 8);
}
