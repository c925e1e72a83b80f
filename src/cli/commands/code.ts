import { CALLS } from '../../api/calls.ts';
import type { CodeOutline, CodeSearchResult, CodeSymbolEntry, CodeUnfolded } from '../../api/work-answers.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { formatCount } from '../../core/text/format-count.ts';
import { safeText } from '../../core/text/safe-text.ts';
import { joined, plain } from '../render/show.ts';
import { showNotes } from '../render/show-notes.ts';
import { callOptions } from '../terminal/call-options.ts';
import type { CliContext, CommandSpec } from '../terminal/command.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import { actionOf, usage } from '../terminal/options.ts';
import type { Colors } from '../terminal/output.ts';

const ACTIONS = ['search', 'outline', 'show'] as const;
const SEARCH = callOptions(CALLS.smartSearch.input, {
  kind: 'search: only symbols of this kind',
  path: { value: 'folder', help: 'search: only files in this folder, or that match this pattern' },
  limit: 'search: how many; default 20',
});
const OUTLINE = callOptions(CALLS.smartOutline.input, {
  budget: 'outline: at most this many tokens; default 15 % of the file',
});
const SHOW = callOptions(CALLS.smartUnfold.input, {
  file: { value: 'path', field: 'path', help: 'show: the file of the symbol' },
  line: 'show: a line of the symbol',
  from: 'show: continue at this line, where the text was cut',
});
const ANY = callOptions(CALLS.smartSearch.input, {
  project: 'a path in the project, its name or id; default the current folder',
});

/** `cairn code search|outline|show` */
export const codeCommand: CommandSpec = {
  name: 'code',
  lists: ['symbols'],
  summary: 'read source files by their structure: find symbols, outline a file, show one symbol',
  details:
    'Reads the files of the project as they are now. It never reads files that .gitignore excludes, files of secrets, or anything outside the project. The grammars of 18 languages come in a package of their own:\n  npm install --prefix ~/.cairn/code cairn-memory-code\n\nExamples:\n  cairn code search "retry with back-off"\n  cairn code search Queue --kind class --path src\n  cairn code outline src/queue.ts\n  cairn code show Queue.retry\n  cairn code show src/queue.ts:120',
  arguments: [
    { name: 'action', help: ACTIONS.join(', '), completes: ACTIONS },
    {
      name: 'words',
      help: 'words or a name; a file; a symbol, or a file and a line such as src/queue.ts:120',
      many: true,
    },
  ],
  options: [...SEARCH.options, ...OUTLINE.options, ...SHOW.options, ...ANY.options],
  async run(input, context) {
    const action = actionOf(input, ACTIONS, { command: 'code', fallback: 'search' });
    const words = input.args.slice(1).join(' ').trim();
    const memory = context.openMemory({ person: false });
    const { io, out } = context;
    const { project } = ANY.read(input, io);
    const place = omitUndefined({ project });
    const options = { signal: io.signal };
    if (action === 'search') {
      if (words === '') throw usage('What to search for?', 'cairn code search "words"');
      const found = await memory.smartSearch({ query: words, ...SEARCH.read(input, io), ...place }, options);
      out.result(found, () => showHits(found, context));
      return found.symbols.length === 0 ? EXIT.failed : EXIT.ok;
    }
    if (action === 'outline') {
      if (words === '') throw usage('Which file?', 'cairn code outline FILE');
      const outline = await memory.smartOutline({ path: words, ...OUTLINE.read(input, io), ...place }, options);
      out.result(outline, () => showOutline(outline, context));
      return EXIT.ok;
    }
    const asked = { ...symbolAsked(words), ...SHOW.read(input, io) };
    if (Object.keys(asked).length === 0) throw usage('Which symbol?', 'cairn code show NAME');
    const unfolded = await memory.smartUnfold({ ...asked, ...place }, options);
    out.result(unfolded, () => showSymbol(unfolded, context));
    return EXIT.ok;
  },
};

/** A name, or a file and a line of it. */
function symbolAsked(words: string): { symbol?: string; path?: string; line?: number } {
  const [, path, line] = /^(.+?\.\w+):(\d+)$/.exec(words) ?? [];
  if (path !== undefined) return { path, line: Number(line) };
  return words === '' ? {} : { symbol: words };
}

function showHits({ symbols, notes }: CodeSearchResult, { out }: CliContext): void {
  if (symbols.length === 0) out.say('No symbol matches. Try another word, or a part of the name.');
  else out.print(symbols.map((hit) => hitText(hit, out.colors)).join('\n'));
  showNotes(notes, out);
}

function hitText(hit: CodeSymbolEntry, colors: Colors): string {
  const { kind, signature, doc } = hit;
  const head = `${colors.cyan(placeOf(hit))}  ${colors.dim(kind)} ${colors.bold(nameOf(hit))}`;
  return joined([head, `    ${plain(signature)}`, doc !== undefined && `    ${colors.dim(plain(doc))}`], '\n');
}

function placeOf({ path, line, endLine }: CodeSymbolEntry): string {
  return `${plain(path)}:${line}${endLine > line ? `-${endLine}` : ''}`;
}

function nameOf({ name, holder }: CodeSymbolEntry): string {
  return plain(holder === undefined ? name : `${holder}.${name}`);
}

function showOutline({ path, lines, tokens, fileTokens, text, left, notes }: CodeOutline, { out }: CliContext): void {
  const share = fileTokens === 0 ? 0 : Math.round((tokens / fileTokens) * 100);
  out.print(out.colors.bold(plain(path)));
  if (text !== '') out.print(safeText(text));
  out.say(
    joined(
      [
        `${formatCount(lines)} lines, about ${formatCount(fileTokens)} tokens; the outline ${formatCount(tokens)} (${share} %)`,
        left > 0 && `${formatCount(left)} smaller symbols are left out`,
      ],
      '; ',
    ),
  );
  showNotes(notes, out);
}

function showSymbol(unfolded: CodeUnfolded, { out }: CliContext): void {
  const { kind, text, next, others, notes } = unfolded;
  out.print(`${out.colors.cyan(placeOf(unfolded))}  ${out.colors.dim(kind)} ${out.colors.bold(nameOf(unfolded))}`);
  out.print(safeText(text));
  if (next !== undefined) out.say(`It goes on: --from ${next}`);
  for (const other of others) out.say(`Also: ${placeOf(other)} ${other.kind} ${nameOf(other)}`);
  showNotes(notes, out);
}
