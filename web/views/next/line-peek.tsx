import type { ContextResult } from '../../../src/api/context-answers.ts';
import { idPath } from '../../app/router.ts';
import { mayChange } from '../../app/who.ts';
import { ask } from '../../client/ask.ts';
import { change } from '../../client/change.ts';
import { copyText } from '../../parts/announce.ts';
import { Button } from '../../parts/button.tsx';
import { Tokens } from '../../parts/figures.tsx';
import { countOf } from '../../parts/format.ts';
import { Id } from '../../parts/id.tsx';
import { Facts, Peek, PeekSection } from '../../parts/list-peek.tsx';
import { Line, StoredText } from '../../parts/stored-text.tsx';
import { type NextLine, type NextLines, nameLine, saidOf, wordsOf } from './lines.ts';

const SAID_CHARS = 60;

/** Mutes the memory of a line, or has it told again; either is taken back by Undo. */
export function toggleMute({ id, lacks, ...line }: NextLine): void {
  if (!mayChange()) return;
  const muted = lacks?.code !== 'muted';
  const words = saidOf(line).slice(0, SAID_CHARS);
  change(
    'update',
    { id, changes: { muted } },
    {
      says: muted ? `Muted, no session is told: ${words}` : `Told again: ${words}`,
      undo: () => ask('update', { id, changes: { muted: !muted } }),
    },
  );
}

/** A line beside the list: what speaks for it or what it lacks, what it costs, and the block as the agent reads it. */
export function LinePeek(props: { line: NextLine; lines: NextLines; answer: ContextResult; onClose: () => void }) {
  const { line, lines, answer, onClose } = props;
  const { lacks } = line;
  const isMuted = lacks?.code === 'muted';
  return (
    <Peek
      label="Selected line"
      onClose={onClose}
      about={
        <>
          <b class="strong nowrap">{line.place === undefined ? nameLine(line) : `Line ${line.place}`}</b>
          <Id id={line.id} />
        </>
      }
      decide={
        <Button keys="m" icon={isMuted ? 'sound' : 'muted'} onClick={() => toggleMute(line)}>
          {isMuted ? 'Tell it again' : 'Mute'}
        </Button>
      }
    >
      <PeekSection title={lacks === undefined ? 'Why it is told' : 'What it lacks'}>
        {lacks !== undefined && <p class="strong">{lacks.says}.</p>}
        <p>{line.why}.</p>
        {lacks?.by !== undefined && <By by={lacks.by} />}
        <p class="quiet">{recordOf(line)}</p>
      </PeekSection>
      <PeekSection title="Worth to the block">
        <Facts
          facts={[
            ['Rank', line.place !== undefined && `${line.place} of ${lines.told.length + lines.nearly.length}`],
            [
              'Costs',
              line.tokens > 0 && (
                <Tokens count={line.tokens} {...(answer.explained && { of: answer.explained.budget })} />
              ),
            ],
            ['Missing', lacks?.tokens !== undefined && <Tokens count={lacks.tokens} />],
            ['Confidence', line.confidence?.toFixed(2)],
            ['Said by', line.author],
            ['State', line.status],
            [
              'Memory',
              <a key="memory" class="link" href={idPath(line.id)}>
                show it whole
              </a>,
            ],
          ]}
        />
      </PeekSection>
      {line.place === undefined && (
        <PeekSection title="The line">
          <StoredText text={wordsOf(line)} />
        </PeekSection>
      )}
      <PeekSection title="As the agent reads it">
        <BlockText text={answer.text} marked={line.place === undefined ? undefined : line.text} />
        {answer.text !== '' && (
          <Button small icon="copy" onClick={() => copyText(answer.text, 'Block')}>
            Copy
          </Button>
        )}
      </PeekSection>
    </Peek>
  );
}

/** The memory that says otherwise, or the file in which it stands. */
function By({ by }: { by: string }) {
  if (!/^[a-z]_[a-z2-7]{16}$/.test(by)) return <p class="id clip">{by}</p>;
  return (
    <p>
      <a class="link" href={idPath(by)}>
        The one that says otherwise
      </a>
    </p>
  );
}

function recordOf({ timesTold, timesUsed }: NextLine): string {
  if (timesTold === 0) return 'No session was told it yet.';
  return `It was told in ${countOf(timesTold, 'session')}, and in ${timesUsed} of them its id was asked for, its files touched or its words taken up.`;
}

function BlockText({ text, marked }: { text: string; marked: string | undefined }) {
  if (text === '') return <p class="quiet">Nothing: the agent is told no block.</p>;
  return (
    <div class="code next-block">
      {text.split('\n').map((line, at) => {
        const key = `${at} ${line.slice(0, 40)}`;
        return line === marked ? (
          <mark key={key}>
            <Line text={line} />
          </mark>
        ) : (
          <p key={key}>
            <Line text={line} />
          </p>
        );
      })}
    </div>
  );
}
