import { useState } from 'preact/hooks';
import type { FileResult, OutlinedSymbol } from '../../../src/api/work-answers.ts';
import { useCall } from '../../client/use-call.ts';
import { Answered } from '../../parts/states.tsx';
import { Line } from '../../parts/stored-text.tsx';

/** The symbols of a file as it is now; asked for once it is opened. */
export function FileOutline({ path, project }: { path: string; project: NonNullable<FileResult['project']> }) {
  const [isOpen, setOpen] = useState(false);
  const result = useCall('smartOutline', isOpen ? { path, project: project.id } : undefined);
  return (
    <section>
      <details class="foutline" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <h2>
            Outline <span class="quiet">its symbols, as the file is now</span>
          </h2>
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
    </section>
  );
}

function SymbolItem({ symbol: { signature, line, depth, doc } }: { symbol: OutlinedSymbol }) {
  return (
    <li class="fsymbol" data-depth={Math.min(depth, 4)} title={doc}>
      <span class="quiet mono">{line}</span>
      <code class="clip">
        <Line text={signature} />
      </code>
    </li>
  );
}
