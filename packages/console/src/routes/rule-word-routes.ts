/** Words for who writes rules: what a rule file can name here. Nothing is started to find them. */
import type { RuleWord, RuleWords } from "@toolplane/contract/console";
import { readKnownHere } from "@toolplane/library/rooms/product";
import { NAMED_CAPABILITIES } from "@toolplane/library/rooms/rules";
import { describes, list, TEXT } from "../api/api-schema.ts";
import type { ApiRoute } from "../api/route.ts";

/** More tools than anybody picks from a list; typing narrows them. */
const MAX_TOOLS = 2_000;

const ACTIONS: readonly RuleWord[] = [
  { name: "allow", detail: "runs unasked" },
  { name: "ask", detail: "a person is asked" },
  { name: "deny", detail: "never runs" },
];

const NAMES: readonly RuleWord[] = [
  { name: "permission", detail: "a tool, a capability, or *" },
  { name: "pattern", detail: "what it is about: a path, a command, a host" },
  { name: "action", detail: "allow, ask or deny" },
  { name: "after", detail: "only once the session has seen these labels" },
  { name: "unless", detail: "not where a person named where it goes" },
  { name: "label", detail: "results carry it; such a rule decides nothing" },
  { name: "match", detail: "examples that it must match" },
  { name: "no_match", detail: "examples that it must not match" },
];

const LABELS: readonly RuleWord[] = [
  { name: "private", detail: "content that is yours" },
  { name: "untrusted", detail: "words of strangers" },
];

const WORD = describes<RuleWord>({ name: TEXT, detail: TEXT });

const words: ApiRoute<RuleWords> = {
  method: "GET",
  path: "/policy/words",
  summary: "What can stand in a rule file here: tools, capabilities, actions, members, labels.",
  gives: describes<RuleWords>({
    permissions: list(WORD),
    actions: list(WORD),
    names: list(WORD),
    labels: list(WORD),
  }),
  async handle(ground) {
    const { tools, servers } = await readKnownHere(await ground.settings());
    const named = (names: readonly string[], detail: string): readonly RuleWord[] =>
      names.map((name) => ({ name, detail }));
    return {
      body: {
        permissions: [
          ...named(NAMED_CAPABILITIES, "capability"),
          ...named([...tools].toSorted().slice(0, MAX_TOOLS), "tool"),
          ...named(
            servers.map((server) => `mcp__${server}__*`),
            "every tool of a server",
          ),
          { name: "*", detail: "everything" },
        ],
        actions: ACTIONS,
        names: NAMES,
        labels: LABELS,
      },
    };
  },
};

export const RULE_WORD_ROUTES: readonly ApiRoute[] = [words];
