import { CairnError } from '../core/errors.ts';
import { toServerUrl } from '../platform/http/server-url.ts';
import { openCommandModel } from './command/command-model.ts';
import type { LanguageModel } from './model/language-model.ts';
import { CHAT_DIALECTS, type ChatDialect } from './server/chat-dialects.ts';
import { openServerModel } from './server/server-model.ts';

/** The settings that name a model and how it is reached. */
export interface LanguageModelSettings {
  readonly 'llm.model': string;
  readonly 'llm.url': string;
  readonly 'llm.key': string;
  readonly 'llm.timeoutMs': number;
  readonly 'llm.allowAgentCommand': boolean;
}

/** What a command is run with: the environment of which it gets a part, and the folder in which it runs. */
export interface CommandEnvironment {
  variables: Readonly<Record<string, string | undefined>>;
  cwd: string;
}

/**
 * The model that the settings name; `undefined` for `none`. Nobody is asked before the first call. Throws `invalid_input` for
 * a name or address that is none, `not_allowed` for an agent's program, each with the command that helps.
 */
export function openModel(settings: LanguageModelSettings, place: CommandEnvironment): LanguageModel | undefined {
  const wanted = settings['llm.model'].trim();
  if (wanted === 'none') return undefined;
  const [, kind, name = ''] = /^([a-z]+):\s*(\S.*)$/s.exec(wanted) ?? [];
  const timeoutMs = settings['llm.timeoutMs'];
  if (kind === 'command') {
    return openCommandModel({ line: name, timeoutMs, allowAgent: settings['llm.allowAgentCommand'], ...place });
  }
  const dialect = CHAT_DIALECTS.find((known) => known.kind === kind);
  if (dialect !== undefined) return openServer(dialect, name, settings);
  const message = `llm.model is ${JSON.stringify(wanted.slice(0, 80))}; it takes none, openai:MODEL, anthropic:MODEL, ollama:MODEL or command:LINE.`;
  throw new CairnError('invalid_input', message, { fix: 'cairn config set llm.model none' });
}

function openServer(dialect: ChatDialect, model: string, settings: LanguageModelSettings): LanguageModel {
  const key = settings['llm.key'].trim();
  const setting = { name: 'llm.url', keyVariable: 'CAIRN_LLM_KEY' };
  const url = toServerUrl(settings['llm.url'].trim() || dialect.defaultUrl, setting);
  if (key === '' && url.host === dialect.keyedHost) {
    const fix = 'export CAIRN_LLM_KEY=KEY, then cairn worker restart; or cairn config set llm.url ADDRESS';
    throw new CairnError('invalid_input', `The model ${model} of ${url.host} needs a key.`, { fix });
  }
  return openServerModel({ dialect, model, url, key, timeoutMs: settings['llm.timeoutMs'] });
}
