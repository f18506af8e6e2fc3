/** A class with S3's decorator, as its document writes it. TypeScript compiles it: Node does not take decorators. */
import type { tool as Tool } from "@toolplane/compat";

interface WithEvents {
  readonly events: readonly string[];
}

export const calendarWith = (tool: typeof Tool): (new () => WithEvents) =>
  class Calendar {
    readonly events: string[] = [];

    @tool({ description: "Counts events." })
    get_count(): { readonly count: number } {
      return { count: this.events.length };
    }

    @tool({
      description: "Creates an event.",
      parameters: {
        type: "object",
        properties: { title: { type: "string" }, start: { type: "string" } },
        required: ["title"],
      },
    })
    create_event({ title }: { readonly title: string }): object {
      this.events.push(title);
      return { success: true, message: "Event created.", data: { eventId: "e_777" } };
    }

    @tool({ description: "Opens the calendar on this machine.", mode: "local" })
    open_calendar(): string {
      return "opened";
    }

    /** No tool. */
    clear(): void {
      this.events.length = 0;
    }
  };
