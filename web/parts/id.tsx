import { useState } from 'preact/hooks';
import { idPath } from '../app/router.ts';
import { copyText } from './announce.ts';

const SHOWN_MS = 1_200;
const ENDS = { head: 8, tail: 4 };

/** An id that a press copies whole; in a list (`short`) it is cut in the middle. */
export function Id({ id, short }: { id: string; short?: boolean }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async (event: Event): Promise<void> => {
    event.stopPropagation();
    if (!(await copyText(id, 'Id'))) return;
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  const isCut = short === true && id.length > ENDS.head + ENDS.tail + 1;
  const shown = isCut ? `${id.slice(0, ENDS.head)}…${id.slice(-ENDS.tail)}` : id;
  return (
    <button type="button" class="id" title={`Copy ${id}`} onClick={copy}>
      <span class="sr">Copy id </span>
      {isCopied ? 'copied' : shown}
    </button>
  );
}

/** The id of where something comes from, as a link to it. */
export function IdLink({ id }: { id: string }) {
  return (
    <a class="id" href={idPath(id)} title="Where it comes from">
      {id}
    </a>
  );
}
