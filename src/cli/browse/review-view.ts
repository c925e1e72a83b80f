import type { Memory } from '../../api/contract.ts';
import type { UpdateInput } from '../../api/requests.ts';
import { safeText } from '../../core/text/safe-text.ts';
import { kindOf, type Proposal, proposalText, readProposals } from '../render/review-inbox.ts';
import { plain } from '../render/show.ts';
import { memoryPages } from '../render/show-memory.ts';
import type { Shown } from '../terminal/output.ts';
import { type BrowserScope, projectOf } from './asked.ts';
import type { Judge } from './judge.ts';
import type { View } from './view.ts';

const WHAT = 'can judge proposals';
const REOPENED: UpdateInput = { status: 'reopened' };

/** What the list of proposals is built from. */
export interface ReviewViewDeps {
  memory: Memory;
  judge: Judge;
  asked: BrowserScope;
  out: Shown;
  /** How proposals were judged since the list was read, by id. */
  judged: ReadonlyMap<string, string>;
  /** Asks for other words, outside the screen; `undefined` leaves them. */
  edit: (text: string) => Promise<string | undefined>;
}

/** A confirmation is for the words that are shown, and no others. */
function ofShown(status: string, stamp: string | undefined): Pick<UpdateInput, 'of'> {
  return status === 'confirmed' && stamp !== undefined ? { of: stamp } : {};
}

/** What agents proposed, for a person to judge; what was judged stays until the list is read again. */
export function createReviewView({ memory, judge, asked, out, judged, edit }: ReviewViewDeps): View<Proposal> {
  const { colors } = out;
  const judgeAs = ({ id, stamp }: Proposal, status: 'confirmed' | 'withdrawn'): Promise<string> =>
    judge.change(id, { changes: { status, ...ofShown(status, stamp) }, back: REOPENED, said: status, what: WHAT });
  const reword = async ({ id, text, title, stamp }: Proposal): Promise<string> => {
    judge.assertPerson(WHAT);
    const words = await edit(safeText(text).trim() || plain(title));
    if (words === undefined) return 'Left as it was.';
    const changes: UpdateInput = { text: words, status: 'confirmed', ...ofShown('confirmed', stamp) };
    return judge.change(id, {
      changes,
      back: { ...REOPENED, revert: true },
      said: 'reworded and confirmed',
      what: WHAT,
    });
  };
  return {
    title: 'Review',
    short: 'Review',
    hints: 'c confirm  w withdraw  e edit  u undo  enter open',
    narrows: [],
    async *read(_cursor, signal) {
      const { proposals, more } = await readProposals(memory, projectOf(asked), signal);
      yield { rows: proposals, note: more ? 'There are more: R reads the list again.' : undefined };
    },
    columns: () => [
      { title: 'state', cell: ({ id }) => judged.get(id) ?? 'proposed' },
      { title: 'kind', cell: kindOf, drop: 1 },
      { title: 'when', cell: ({ at }) => out.when(at), drop: 2 },
      { title: 'what', fills: true, cell: ({ title }) => plain(title), color: colors.bold },
    ],
    brief: (proposal) => proposalText(proposal, out),
    page: memoryPages(memory, out),
    empty: () => 'Nothing is proposed. What agents state comes here, for you to confirm or withdraw.',
    act(key, proposal) {
      if (key === 'u') return judge.undo();
      if (proposal === undefined) return undefined;
      if (key === 'c') return judgeAs(proposal, 'confirmed');
      if (key === 'w') return judgeAs(proposal, 'withdrawn');
      return key === 'e' && proposal.kind !== 'pattern' ? reword(proposal) : undefined;
    },
  };
}
