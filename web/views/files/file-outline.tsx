import { useState } from 'preact/hooks';
import type { OutlinedSymbol } from '../../../src/api/work-answers.ts';
import { place, withQuery } from '../../app/router.ts';
import { useCall } from '../../client/use-call.ts';
import { Answered } from '../../parts/states.tsx';
import { Line } from '../../parts/stored-text.tsx';
import { writeLines } from './asked-lines.ts';

/** The symbols of a file as it is now; asked for once it is opened. Each leads to why its lines are there. */
export function FileOutline({ path, project }: { path: string; project: string }) {
  const [isOpen, setOpen] = useState(false);
  const result = useCall('smartOutline', isOpen ? { path, project } : undefined);
  return (
    <details class="foutline" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h3>
          Outline <span class="quiet">its symbols, as the file is now: choose one</span>
        </h3>
      </summary>
      <Answered result={result} failed="The file has no outline." rows={4}>
        {({ symbols, notes }) => (
          <>
            {notes.map(({ code, message }) => (
              <p key={code} class="quiet">
                {message}
              </p>
            ))}
            <ul>
              {symbols.map((symbol) => (
                <SymbolItem key={`${symbol.line}${symbol.name}`} symbol={symbol} />
              ))}
            </ul>
          </>
        )}
      </Answered>
    </details>
  );
}

function SymbolItem({ symbol: { signature, line, endLine, depth, doc } }: { symbol: OutlinedSymbol }) {
  const { path, query } = place.value;
  const lines = writeLines(line, endLine);
  return (
    <li class="fsymbol" data-depth={Math.min(depth, 4)} title={doc}>
      <span class="quiet mono">{line}</span>
      <a
        class="mono clip"
        href={withQuery(path, query, { line: lines })}
        aria-current={query.get('line') === lines ? 'true' : undefined}
      >
        <Line text={signature} />
      </a>
    </li>
  );
}
