import { useState } from 'preact/hooks';
import type { StoryCall } from '../../../src/api/story-answers.ts';
import { useCall } from '../../client/use-call.ts';
import { Button } from '../../parts/button.tsx';
import { countOf, formatCount } from '../../parts/format.ts';
import { Answered } from '../../parts/states.tsx';
import { CodeText, StoredText } from '../../parts/stored-text.tsx';

/** Lines of a folded output; of a failed one those around the line that says why. */
const FOLDED = 8;
const FOLDED_READ = 3;
const BEFORE_FAILURE = 3;

/** What a call printed: a few lines of it, all of it on demand, the line that says why it failed marked. */
export function Output(props: { call: StoryCall; eventId: string | undefined; isOpen: boolean; onToggle: () => void }) {
  const { call, eventId, isOpen, onToggle } = props;
  const lines = call.output.replace(/\n+$/, '').split('\n');
  if (call.output.trim() === '') return null;
  const failed = call.failure === undefined ? -1 : lines.findIndex((line) => line.includes(call.failure ?? ''));
  const folded = call.use === 'file-read' ? FOLDED_READ : FOLDED;
  const start = isOpen || failed < folded ? 0 : failed - BEFORE_FAILURE;
  const shown = isOpen ? lines : lines.slice(start, start + folded);
  const isCut = call.outputChars > call.output.length;
  return (
    <>
      <div class="code out">
        {start > 0 && <p class="quiet">{countOf(start, 'line')} before</p>}
        {shown.map((line, at) => (
          <div key={`${start + at}`} class={start + at === failed ? 'fail' : ''}>
            <CodeText text={line} />
          </div>
        ))}
      </div>
      <div class="btns">
        {lines.length > folded && (
          <Button small onClick={onToggle}>
            {isOpen ? 'Fold' : `All ${countOf(lines.length, 'line')}`}
          </Button>
        )}
        {isOpen && isCut && eventId !== undefined && <Whole eventId={eventId} chars={call.outputChars} />}
      </div>
    </>
  );
}

/** Reads more of a long output than its head and tail. */
function Whole({ eventId, chars }: { eventId: string; chars: number }) {
  const [isWanted, setWanted] = useState(false);
  const record = useCall('get', isWanted ? { ids: [eventId] } : undefined);
  if (!isWanted) {
    return (
      <Button small onClick={() => setWanted(true)}>
        Read on, {formatCount(chars)} characters in all
      </Button>
    );
  }
  return (
    <Answered result={record} failed="The output could not be read.">
      {({ records }) => <StoredText text={records[0]?.text ?? ''} code />}
    </Answered>
  );
}
