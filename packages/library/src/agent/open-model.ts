/** Opens a model from what a person wrote down. A provider's code is loaded only when it is named. */
import { type AiSdkLanguageModel, aiSdkModel, type Model } from "@toolplane/agent";
import { ConfigurationError } from "@toolplane/contract";
import { loadPackage } from "../ground/load-package.ts";

type Environment = Readonly<Record<string, string | undefined>>;

interface Provider {
  /** The variable that holds the key. */
  readonly key: string;
  /** The variable that names another address. */
  readonly url: string;
  readonly open: (given: {
    readonly name: string;
    readonly apiKey: string;
    readonly baseURL?: string;
  }) => Promise<AiSdkLanguageModel>;
}

const PROVIDERS: Readonly<Record<string, Provider>> = {
  openai: {
    key: "OPENAI_API_KEY",
    url: "OPENAI_BASE_URL",
    open: async ({ name, ...given }) =>
      (await loadProvider("@ai-sdk/openai", () => import("@ai-sdk/openai")))
        .createOpenAI(given)
        .responses(name),
  },
  anthropic: {
    key: "ANTHROPIC_API_KEY",
    url: "ANTHROPIC_BASE_URL",
    open: async ({ name, ...given }) =>
      (await loadProvider("@ai-sdk/anthropic", () => import("@ai-sdk/anthropic"))).createAnthropic(
        given,
      )(name),
  },
  google: {
    key: "GOOGLE_GENERATIVE_AI_API_KEY",
    url: "GOOGLE_BASE_URL",
    open: async ({ name, ...given }) =>
      (
        await loadProvider("@ai-sdk/google", () => import("@ai-sdk/google"))
      ).createGoogleGenerativeAI(given)(name),
  },
};

const FORMS = `${Object.keys(PROVIDERS)
  .map((name) => `${name}:NAME`)
  .join(", ")} or https://HOST/v1#NAME`;

/** The key of a server of one's own, where it wants one. */
const OWN_KEY = "TOOLPLANE_MODEL_KEY";

/** Rejects with a ConfigurationError that says what is missing. */
export async function openModel(
  given: Model | AiSdkLanguageModel | string,
  environment: Environment,
): Promise<Model> {
  if (typeof given !== "string") return "doStream" in given ? aiSdkModel(given) : given;
  if (/^https?:\/\//.test(given)) return openCompatible(given, environment);
  const colon = given.indexOf(":");
  const kind = given.slice(0, colon);
  const name = given.slice(colon + 1);
  const provider = colon > 0 && Object.hasOwn(PROVIDERS, kind) ? PROVIDERS[kind] : undefined;
  if (!provider || name === "")
    throw new ConfigurationError("model", `"${given}" names no model. Write ${FORMS}.`);
  const apiKey = environment[provider.key];
  if (!apiKey)
    throw new ConfigurationError(
      "model",
      `${given} needs its key in the variable ${provider.key}.`,
    );
  const baseURL = environment[provider.url];
  const opened = await provider.open({ name, apiKey, ...(baseURL ? { baseURL } : {}) });
  return aiSdkModel(opened, { id: given, keyVariable: provider.key });
}

/** `https://host/v1#name`: anything that speaks OpenAI's chat, on this machine or elsewhere. */
async function openCompatible(text: string, environment: Environment): Promise<Model> {
  const hash = text.indexOf("#");
  const name = hash < 0 ? "" : text.slice(hash + 1);
  const baseURL = hash < 0 ? text : text.slice(0, hash);
  if (name === "" || !URL.canParse(baseURL))
    throw new ConfigurationError("model", `"${text}" needs the model's name after a #.`);
  const { createOpenAICompatible } = await loadProvider(
    "@ai-sdk/openai-compatible",
    () => import("@ai-sdk/openai-compatible"),
  );
  const apiKey = environment[OWN_KEY];
  const { host } = new URL(baseURL);
  const provider = createOpenAICompatible({
    name: host,
    baseURL,
    includeUsage: true,
    ...(apiKey ? { apiKey } : {}),
  });
  return aiSdkModel(provider.chatModel(name), { id: `${host}/${name}`, keyVariable: OWN_KEY });
}

function loadProvider<Module>(name: string, load: () => Promise<Module>): Promise<Module> {
  return loadPackage(name, { what: "This model", where: "model", load });
}
