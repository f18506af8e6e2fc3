/** Answers where the console is and what goes on now. */
import type { ConsoleFolder, FolderList, Here, Now, Waiting } from "@toolplane/contract/console";
import { CORE_VERSION, tellingArgument } from "@toolplane/kernel";
import { canAnswer, listWaiting } from "@toolplane/library/rooms/approvals";
import { COUNT, describes, FLAG, list, MOMENT, nullable, TEXT } from "../api/api-schema.ts";
import { callLineFacts } from "../api/call-facts.ts";
import { readCallPage } from "../api/call-pages.ts";
import type { ApiGround } from "../api/ground.ts";
import type { ApiRoute } from "../api/route.ts";
import { CALL_LINE, LISTED_SESSION, WAITING } from "../api/shapes.ts";

const MOST = 200;
/** Running calls that are looked for in one session: the newest. */
const NEWEST = 50;

const here: ApiRoute<Here> = {
  method: "GET",
  path: "/here",
  summary: "Which folder this is, and what holds in it.",
  gives: describes<Here>({
    version: TEXT,
    workspace: nullable(TEXT),
    mode: TEXT,
    sandbox: describes<Here["sandbox"]>({ level: TEXT, kind: TEXT, reason: nullable(TEXT) }),
    flow: TEXT,
    contained: FLAG,
    projectApprovals: FLAG,
    project: TEXT,
    waiting: COUNT,
  }),
  async handle(ground) {
    const settings = await ground.settings();
    const { sandbox } = (await ground.judge()).host;
    return {
      body: {
        version: CORE_VERSION,
        workspace: settings.workspace,
        mode: settings.mode,
        sandbox: { level: sandbox.level, kind: sandbox.kind, reason: sandbox.reason ?? null },
        flow: settings.flow,
        contained: settings.contained,
        projectApprovals: settings.projectApprovals,
        project: settings.project.state,
        waiting: (await answerable(ground)).length,
      },
    };
  },
};

const folders: ApiRoute<FolderList> = {
  method: "GET",
  path: "/folders",
  summary: "Folders that sessions are recorded of, the one worked in last first.",
  gives: describes<FolderList>({
    folders: list(describes<ConsoleFolder>({ workspace: TEXT, sessions: COUNT })),
  }),
  async handle(ground) {
    return { body: { folders: await ground.folders() } };
  },
};

const now: ApiRoute<Now> = {
  method: "GET",
  path: "/now",
  summary: "Live sessions, calls that run, and questions that wait.",
  query: { all: { ...FLAG, description: "Of every workspace." } },
  gives: describes<Now>({
    live: list(LISTED_SESSION),
    running: list(describes<Now["running"][number]>({ sessionId: TEXT, call: CALL_LINE })),
    waiting: list(WAITING),
    atMs: MOMENT,
  }),
  async handle(ground, { query }) {
    const { workspace } = await ground.settings();
    const live = await ground.sessions.live(query.get("all") === "true" ? null : workspace);
    const running: Now["running"][number][] = [];
    for (const session of live) {
      if (session.unsettled === 0) continue;
      const from = Math.max(0, session.calls - NEWEST);
      const page = await readCallPage(
        ground.state.store,
        { summary: session, rows: await ground.rows(session.sessionId) },
        { from, limit: NEWEST * 2 },
      );
      for (const shown of page.calls)
        if (shown.kind === "unsettled")
          running.push({ sessionId: session.sessionId, call: callLineFacts(shown) });
    }
    return {
      body: { live, running, waiting: await answerable(ground), atMs: ground.wallMs() },
    };
  },
};

/** Questions that can be answered, oldest first, in a few words each. */
export async function answerable({ state }: Pick<ApiGround, "state">): Promise<readonly Waiting[]> {
  const waiting = await listWaiting({ ...state, limit: MOST });
  return waiting.filter(canAnswer).map(({ question, waiter, state: at, sinceMs }) => {
    const { id, kind, tool, origin, title, sessionId, callId } = question;
    const what = question.questions?.[0]?.question ?? tellingArgument(question.arguments);
    return {
      id,
      kind,
      tool,
      origin,
      title,
      sessionId,
      callId,
      what: what.slice(0, 400),
      state: at,
      sinceMs,
      process: { pid: waiter.pid, machine: waiter.machine },
      opaque: question.footprint.resources.some(({ capability }) => capability === "opaque"),
    };
  });
}

export const HERE_ROUTES: readonly ApiRoute[] = [here, folders, now];
