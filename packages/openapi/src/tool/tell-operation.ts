/** Describes an operation to a model and a person, cleaned and bounded. */
import { stripMarkup } from "@toolplane/readings";
import { flagIn, textIn } from "../document/spec-value.ts";
import type { ListedOperation } from "../operation/list-operations.ts";

export interface ToldOperation {
  /** Empty where the description has no summary. */
  readonly label: string;
  readonly description: string;
}

const MAX_SUMMARY = 300;
const MAX_DESCRIPTION = 1_000;
const MAX_LABEL = 120;

export function tellOperation(listed: ListedOperation): ToldOperation {
  const label = stripMarkup(textIn(listed.operation, "summary") ?? "", MAX_LABEL);
  return { label, description: describeOperation(listed) };
}

function describeOperation({ operation, title }: ListedOperation): string {
  const summary = stripMarkup(textIn(operation, "summary") ?? "", MAX_SUMMARY);
  const whole = stripMarkup(textIn(operation, "description") ?? "", MAX_DESCRIPTION);
  const end = summary === "" || /[.!?]$/.test(summary) ? "" : ".";
  const said = whole.startsWith(summary) ? whole : `${summary}${end} ${whole}`;
  const old = flagIn(operation, "deprecated") ? "Deprecated. " : "";
  return `${old}${said.trim()} (${stripMarkup(title, 200)})`.trim();
}
