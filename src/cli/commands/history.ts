import type { HistoryAct, HistoryBlock } from '../../api/review-answers.ts';
import { formatCounted } from '../../core/text/format-count.ts';
import { joined, plain, titled } from '../render/show.ts';
import { entryFacts } from '../render/show-entry.ts';
import { callCommand } from '../terminal/call-command.ts';
import type { Shown } from '../terminal/output.ts';

/** `cairn history ID` */
export const historyCommand = callCommand('history', {
  pages: true,
  lists: ['acts'],
  summary: 'show the history of a memory: who stated it, who judged it, what replaced it, and its sources',
  details: 'Takes the id of a memory, as search and review show it.\n\nExamples:\n  cairn history o_abcdefghijklmnop',
  arguments: [{ name: 'id', help: 'the id of a memory', required: true, isId: true }],
  show({ id, acts, chain, evidence, blocks, timesTold, timesUsed }, { out }) {
    const { colors } = out;
    out.print(acts.map((act) => actText(act, out)).join('\n'));
    const entries = (some: typeof chain): string =>
      some.map((one) => `${one.id === id ? '>' : ' '} ${plain(one.title)}\n    ${entryFacts(one, out)}`).join('\n');
    const parts = [
      chain.length > 1 && titled('Each took the place of the one before', entries(chain), colors),
      evidence.length > 0 && titled('Stands on', entries(evidence), colors),
      blocks.length > 0 &&
        titled('Told automatically', blocks.map((block) => blockText(block, out)).join('\n'), colors),
    ];
    for (const part of parts) if (part !== false) out.print(`\n${part}`);
    out.say(`Told in ${formatCounted(timesTold, 'session')}, used in ${timesUsed}.`);
  },
});

function blockText({ at, occasion, section, title, agent, sessionId, uses }: HistoryBlock, out: Shown): string {
  const place = [`at a ${occasion}`, section === undefined ? '' : `under "${section}"`, `to ${title}`];
  const came = uses.length === 0 ? 'not used' : uses.join(', ');
  const facts = joined([agent, out.colors.cyan(sessionId), came]);
  return `  ${out.when(at)}  ${plain(place.filter((part) => part !== '').join(', '))}\n    ${facts}`;
}

function actText({ at, act, by, agent, terminal, to, takenBack }: HistoryAct, { when }: Pick<Shown, 'when'>): string {
  const where = joined([by === 'person' && `by a person${terminal === undefined ? '' : ` at ${terminal}`}`, agent]);
  const back = takenBack === true && 'an agent ran it';
  return joined(
    [when(at), act, where, to, back].map((part) => (part ? plain(part) : part)),
    '  ',
  );
}
