import { fileURLToPath } from 'node:url';
import { CairnError } from '../../../core/errors.ts';
import { readText } from '../transcripts/transcript-files.ts';
import { OWN_FILE_MARK } from './create-setup.ts';
import { SHARED_HOME } from './hook-command.ts';

/** The line by which a plugin's source names what all share. */
const LINK_LINE = /^import \{[^}]*\} from '[^']*plugin-link\.js';\n/m;

/**
 * The text of Cairn's plugin within an agent, as one file: its source with `plugin-link.js` in it and the placeholders
 * filled in. `hook` is the path of the hook script, absolute or below `$HOME/`; `fileTools` are the agent's tools after
 * which there may be something to say of a file. Throws `damaged` when the program lacks a source.
 */
export function pluginTextOf(
  source: URL,
  { agent, hook, fileTools }: { agent: string; hook: string; fileTools: object },
): string {
  const link = sourceText(new URL('./plugin-link.js', import.meta.url));
  const shared = link.slice(link.indexOf('\nimport ') + 1).replaceAll(/^export /gm, '');
  return sourceText(source)
    .replace(LINK_LINE, () => shared)
    .replace('@MARK@', () => OWN_FILE_MARK)
    .replace('@AGENT@', () => agent)
    .replace("join(homedir(), '@HOOK@')", () => placeOf(hook))
    .replace("['@FILE_TOOLS@']", () => JSON.stringify(Object.keys(fileTools)));
}

function sourceText(source: URL): string {
  const path = fileURLToPath(source);
  const text = readText(path);
  if (text === undefined)
    throw new CairnError('damaged', `The program lacks ${path}.`, { fix: 'Install Cairn again.' });
  return text;
}

function placeOf(hook: string): string {
  if (!hook.startsWith(SHARED_HOME)) return JSON.stringify(hook);
  return `join(homedir(), ${JSON.stringify(hook.slice(SHARED_HOME.length))})`;
}
