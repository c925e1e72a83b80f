import { dirname, join } from 'node:path';
import { readBytesIfThere } from '../../platform/files.ts';
import { ignore } from '../../platform/ignored.ts';
import { type Neighbourhood, type StandingFile, standingFiles } from './standing-files.ts';

/** Upper bounds on what is read for a block: files, bytes of each, and files that one of them imports. */
const FILES = 8;
const FILE_BYTES = 64 * 1024;
const IMPORTS = 8;
/** `@path` in a file of instructions, which Claude Code and Gemini CLI replace by the file's text. */
const IMPORT = /(?<=^|\s)@(~?[\w./-]{1,200})/gm;

/** Comments, which no agent sees or follows, and struck words. */
const NOT_SAID = /<!--[\s\S]*?(?:-->|$)|~~[^~]*~~/g;

/** A file that an agent is given without Cairn. */
export interface StandingText extends StandingFile {
  text: string;
}

/** The texts that an agent is given without Cairn, with the files they import, one level deep. Never throws. */
export function readStandingTexts(place: Neighbourhood): string[] {
  return readStanding(place).map(({ text }) => text);
}

/** The same with their paths. */
export function readStanding(place: Neighbourhood): StandingText[] {
  const texts: StandingText[] = [];
  const imported = new Map<string, boolean>();
  const files = standingFiles(place);
  for (const { path, isOwn } of files) {
    if (texts.length >= FILES) break;
    const text = readText(path);
    if (text === undefined) continue;
    texts.push({ path, isOwn, text });
    for (const name of importsOf(text)) {
      const from = importedPath(name, path, place.userHome);
      imported.set(from, isOwn || imported.get(from) === true);
    }
  }
  const unread = [...imported].filter(([path]) => files.every((file) => file.path !== path)).slice(0, IMPORTS);
  const others = unread.flatMap(([path, isOwn]) => {
    const text = readText(path);
    return text === undefined ? [] : [{ path, isOwn, text }];
  });
  return [...texts, ...others];
}

/** The paths that a text imports; those in blocks of code and in backticks are none. */
function importsOf(text: string): string[] {
  if (!text.includes('@')) return [];
  const prose = text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');
  return [...prose.matchAll(IMPORT)].flatMap(([, path]) => (path === undefined ? [] : [path.replace(/\.+$/, '')]));
}

function importedPath(name: string, from: string, userHome: string): string {
  if (name.startsWith('~/')) return join(userHome, name.slice(2));
  return name.startsWith('/') ? name : join(dirname(from), name);
}

function readText(path: string): string | undefined {
  try {
    return readBytesIfThere(path, FILE_BYTES)?.toString('utf8').replace(NOT_SAID, ' ');
  } catch (error) {
    ignore(error, 'file of instructions could not be read');
    return undefined;
  }
}
