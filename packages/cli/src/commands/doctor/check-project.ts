/** Checks the project's own configuration: which files there are, and whether they are trusted. */
import type { Settings } from "@toolplane/library/rooms/settings";
import { formatMoment } from "@toolplane/readings";
import type { Check } from "./finding.ts";

const name = "Project";

export function checkProject({ project }: Settings): Check {
  return async () => {
    if (project.state === "none")
      return {
        name,
        state: "off",
        text: "no configuration of its own",
        next: "toolplane init makes one.",
      };
    const files = project.files.join(", ");
    if (project.state === "trusted") {
      const when = formatMoment(project.trustedAtMs, { nowMs: Date.now() });
      return { name, state: "fine", text: `${files}, trusted ${when}` };
    }
    return {
      name,
      state: "decide",
      text:
        project.state === "changed"
          ? `${files} changed since you trusted it; only its denies and asks hold`
          : `${files} is not trusted; only its denies and asks hold`,
      next: "toolplane trust shows it and asks.",
    };
  };
}
