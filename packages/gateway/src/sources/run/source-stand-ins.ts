/** Tools that stand in for those of a server that may not be asked what it has, or was not asked yet. */
import { defineTool, type Tool, ToolError } from "@toolplane/contract";

/** A model can think of any number of names. */
const MAX_STAND_INS = 100;

/** Asked about because of its pin, and of no use even after a yes: the server runs once a person agreed to it. */
function makeTool(id: string, server: string): Tool {
  return defineTool({
    id,
    description: `A tool of the server ${server}, which nobody has agreed to.`,
    parameters: { type: "object" },
    requires: {},
    execute() {
      throw new ToolError(
        "unavailable",
        `The server ${server} is not started before a person agreed to it: toolplane sources accept ${server}`,
      );
    },
  });
}

/** The tool of an id; the same one each time, as long as there are few. */
export function createSourceStandIns(server: string): (id: string) => Tool {
  const made = new Map<string, Tool>();
  return (id) => {
    const tool = made.get(id) ?? makeTool(id, server);
    if (made.size >= MAX_STAND_INS) made.clear();
    made.set(id, tool);
    return tool;
  };
}
