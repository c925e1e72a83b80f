import type { Item } from '../../core/model/item.ts';
import { detailOfKind } from '../../core/model/item.ts';
import { unquotedText } from './quoted.ts';

/** A quotation within a command that holds words of a sentence: a message of a commit, an echoed line. */
const QUOTED_ARGUMENT = /"[^"]*\s[^"]*(?:"|$)|'[^']*\s[^']*(?:'|$)/g;
const DOCUMENT = /<<-?\s*\\?["']?\w+["']?.*$/s;
const SENTENCE = /\S\s+\S+\s+\S+\s+\S/;
const END = /(?: failed(?: \(exit -?\d+\))?| was interrupted|, refused by the user)$/;

/** True for what a person or an agent stated in words of its own, or a person confirmed: others' statements are never made use of. */
export function isOwnStatement({ author, detail }: Pick<Item, 'author' | 'detail'>): boolean {
  if (author === 'person' || detail.status === 'confirmed') return true;
  return author === 'agent' && detail.quoted === undefined;
}

/** True for an agent's words of which nobody knows whether they are its own. What is made of them is as doubtful. */
export function isDoubtful({ author, exposed }: Pick<Item, 'author' | 'exposed'>): boolean {
  return author === 'agent' && exposed;
}

/** The title of a call or commit without the words of others: a command without its quotations, else its program alone. */
export function ownTitle(item: Item): string {
  const { title, detail } = item;
  if (item.kind === 'commit')
    return detail.quoted === undefined ? title : `Commit ${item.detail.commit?.hash ?? 'made'}`;
  const end = END.exec(title)?.[0] ?? '';
  if (detail.quoted === undefined) {
    return item.author === 'agent' ? title : `${ownCommand(title.slice(0, title.length - end.length))}${end}`;
  }
  if (unquotedText(item).includes(title)) return title;
  const { subtitle, tool } = detailOfKind(item, 'observation');
  return `${subtitle ?? tool ?? 'A call'}${end}`;
}

const SUBJECT = /^Commit [0-9a-f]{4,40}: (.+)$/s;

/** The subject of a commit whose words are its session's own; `undefined` for one that others worded, or without one. */
export function ownSubject(item: Item): string | undefined {
  return item.kind === 'commit' ? SUBJECT.exec(ownTitle(item))?.[1] : undefined;
}

/** A path as Cairn's own lines show it; one whose name is a sentence becomes `a file`, since it could say anything. */
export function ownPath(path: string): string {
  return isSentence(path) ? 'a file' : path;
}

/** True for a name with four words and more. */
export function isSentence(name: string): boolean {
  return name.split('/').some((part) => SENTENCE.test(part));
}

/** A command without the sentences in its quotations. */
function ownCommand(command: string): string {
  return command.replace(DOCUMENT, '<<…').replace(QUOTED_ARGUMENT, '"…"');
}
