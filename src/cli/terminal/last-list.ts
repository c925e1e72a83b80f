import { parseJson } from '../../core/json.ts';
import { readTextIfThere, writeDurable } from '../../platform/files.ts';
import { ignore } from '../../platform/ignored.ts';
import type { ArgumentSpec, CommandInput } from './command.ts';
import { usage } from './options.ts';

const NUMBER = /^[1-9]\d{0,3}$/;

/** Keeps the ids of the list that a terminal showed last, in a file. */
export function keepLastList(path: string, ids: readonly string[]): void {
  try {
    writeDurable(path, `${JSON.stringify(ids)}\n`);
  } catch (error) {
    // The list was shown; only its numbers name nothing.
    ignore(error, 'the numbers of a list were not kept');
  }
}

/** The input with numbers of the last list replaced by their ids. Throws `invalid_input` for a number that is not in it. */
export function withNumbers(
  input: CommandInput,
  specs: readonly ArgumentSpec[] | undefined,
  path: () => string,
): CommandInput {
  const isIdAt = (at: number): ArgumentSpec['isId'] => (specs?.[at] ?? specs?.at(-1))?.isId;
  const isNumber = (word: string, at: number): boolean => isIdAt(at) !== undefined && NUMBER.test(word);
  if (!input.args.some(isNumber)) return input;
  const list = parseJson(readTextIfThere(path()) ?? '');
  const ids = Array.isArray(list) ? list : [];
  const toId = (word: string, at: number): string => {
    const id = ids[Number(word) - 1];
    if (typeof id === 'string') return id;
    if (isIdAt(at) === 'or-name') return word;
    const why = ids.length === 0 ? 'no list was shown yet' : `the last list has ${ids.length}`;
    throw usage(`There is no number ${word}: ${why}.`, 'cairn sessions');
  };
  return { ...input, args: input.args.map((word, at) => (isNumber(word, at) ? toId(word, at) : word)) };
}
