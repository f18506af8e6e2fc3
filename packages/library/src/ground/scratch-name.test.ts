import { expect, it } from "vitest";
import { scratchName } from "./scratch-name.ts";

it.each([
  ["/tmp/toolplane-Ab12cd/ses_0mwifswqe0000fa30b9c330e0/x.txt", "x.txt"],
  ["/tmp/toolplane-Ab12cd/ses_0mwifswqe0000fa30b9c330e0/deep/x.txt", "deep/x.txt"],
  [`/tmp/toolplane-Ab12cd/+${"0f".repeat(32)}/x.txt`, "x.txt"],
  ["/tmp/toolplane-Ab12cd/x.txt", "x.txt"],
  ["/tmp/toolplane-Ab12cd/ses_0mwifswqe0000fa30b9c330e0", null],
  ["/tmp/toolplane-sessions-x/ses_1/x.txt", null],
  ["/home/x/toolplane-Ab12cd/x.txt", null],
])("%s is %s in scratch", (path, name) => {
  expect(scratchName(path)).toBe(name);
});
