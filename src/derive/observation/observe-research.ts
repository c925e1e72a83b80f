import type { ToolEnd } from '../../core/model/event.ts';
import { cutText, oneLine } from '../../core/text/text.ts';
import { conceptsOf } from '../text/concepts.ts';
import { truncateText } from '../text/truncate-text.ts';
import type { ProjectPaths } from '../tool/project-paths.ts';
import { itemPath } from '../tool/project-paths.ts';
import { pathOf, textField } from '../tool/tool-input.ts';
import { endOf, type Observed, outputOf } from './observe-command.ts';

const QUERY_CHARS = 90;
const RESULT_CHARS = 800;
const WEB_CHARS = 1_500;

/** Observes a search in the repository by text, file name or symbol: the pattern and the head of the results. */
export function observeSearch(body: ToolEnd, place: ProjectPaths): Observed {
  const query =
    textField(body.input, ['pattern', 'query', 'regex', 'glob', 'glob_pattern', 'symbol', 'operation']) ?? '';
  const folder = textField(body.input, ['path', 'dir_path', 'directory', 'filePath', 'target_directories']);
  const where = folder === undefined ? undefined : itemPath(folder, place);
  const found = resultsOf(body);
  return {
    kind: 'research',
    author: 'repo',
    title: `Search for ${cutText(oneLine(query), QUERY_CHARS)}${where ? ` in ${cutText(where, 60)}` : ''}${endOf(body)}`,
    text: [query, where, found].filter(Boolean).join('\n'),
    detail: { subtitle: where, facts: factsOf(found), concepts: conceptsOf(where ? [where] : []) },
  };
}

/** Observes a listing of a folder. */
export function observeList(body: ToolEnd, place: ProjectPaths): Observed {
  const path = pathOf(body.input) ?? textField(body.input, ['dir_path', 'directory']);
  const where = path === undefined ? 'the folder' : itemPath(path, place) || 'the folder';
  return {
    kind: 'research',
    author: 'repo',
    title: `List ${cutText(where, QUERY_CHARS)}${endOf(body)}`,
    text: [where, resultsOf(body)].join('\n'),
    detail: { subtitle: where },
  };
}

/** Observes a fetch of a web page: its address, the question about it, head and tail of the answer. */
export function observeFetch(body: ToolEnd): Observed {
  const url = textField(body.input, ['url', 'Url', 'uri', 'urls', 'prompt']) ?? 'a page';
  const asked = textField(body.input, ['prompt', 'query']);
  return {
    kind: 'research',
    author: 'web',
    title: `Fetch ${cutText(oneLine(url), QUERY_CHARS)}${endOf(body)}`,
    text: [url, asked === url ? undefined : asked, webTextOf(body)].filter(Boolean).join('\n'),
    detail: { subtitle: hostOf(url) },
  };
}

/** Observes a web search: the query, head and tail of its results. */
export function observeWebSearch(body: ToolEnd): Observed {
  const query = textField(body.input, ['query', 'q', 'search_query', 'search_term']) ?? '';
  return {
    kind: 'research',
    author: 'web',
    title: `Web search: ${cutText(oneLine(query), QUERY_CHARS)}${endOf(body)}`,
    text: [query, webTextOf(body)].join('\n'),
    detail: {},
  };
}

/** The host of an address, in lower case; `undefined` when it has other characters than a host name. */
export function hostOf(url: string): string | undefined {
  return /^https?:\/\/(?:[^@/\s]{0,100}@)?([a-z0-9.-]{1,100})(?:[:/?#]|$)/i.exec(url)?.[1]?.toLowerCase();
}

function resultsOf(body: ToolEnd): string {
  return body.success ? truncateText(outputOf(body), { max: RESULT_CHARS, tailShare: 0 }) : outputOf(body);
}

function webTextOf(body: ToolEnd): string {
  return truncateText(body.output.trim(), { max: WEB_CHARS, tailShare: 0.2 });
}

function factsOf(found: string): string[] {
  if (found === '' || /^No (?:files|matches|symbols|results)/i.test(found)) return ['nothing found'];
  const count = /^Found (\d{1,9}) /.exec(found)?.[1];
  return count === undefined ? [] : [`${count} found`];
}
