import { useState } from 'preact/hooks';
import { parseJson } from '../../../src/core/json.ts';
import { readAny } from '../../client/ask.ts';
import { type CallError, toCallError } from '../../client/call-error.ts';
import { Button } from '../../parts/button.tsx';
import { PeekSection } from '../../parts/list-peek.tsx';
import { Failed } from '../../parts/states.tsx';
import { StoredText } from '../../parts/stored-text.tsx';
import { type Operation, pretty } from './operations.ts';

const MOST_CHARS = 20_000;

/** What came of a try. */
type Tried = { text: string; tookMs: number } | { error: CallError };

/** Tries a read as the page that is signed in: its path with the query, or its body, is edited and sent. */
export function TryRead({ operation }: { operation: Operation }) {
  const { method, path, body } = operation;
  const [address, setAddress] = useState(path);
  const [input, setInput] = useState(body ?? '');
  const [tried, setTried] = useState<Tried>();
  const send = async (): Promise<void> => {
    const began = performance.now();
    try {
      const asked = body === undefined ? {} : { body: parseJson(input) ?? {} };
      const answer = await readAny(method === 'POST' ? 'POST' : 'GET', address, asked);
      setTried({ text: pretty(answer).slice(0, MOST_CHARS), tookMs: performance.now() - began });
    } catch (error) {
      setTried({ error: toCallError(error) });
    }
  };
  return (
    <PeekSection title="Try it">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <label class="input">
          <span class="sr">Address</span>
          <input value={address} spellcheck={false} onInput={(event) => setAddress(event.currentTarget.value)} />
        </label>
        {body !== undefined && (
          <label>
            <span class="sr">Body, as JSON</span>
            <textarea
              class="explorer-body"
              rows={6}
              value={input}
              spellcheck={false}
              onInput={(event) => setInput(event.currentTarget.value)}
            />
          </label>
        )}
        <Button type="submit" kind="primary" small>
          Ask
        </Button>
      </form>
      <div aria-live="polite">
        {tried !== undefined && 'error' in tried && (
          <Failed what="It was refused." error={tried.error} again={() => void send()} />
        )}
        {tried !== undefined && 'text' in tried && (
          <>
            <p class="quiet">Answered in {Math.round(tried.tookMs)} ms.</p>
            <div class="explorer-code">
              <StoredText text={tried.text} />
            </div>
          </>
        )}
      </div>
    </PeekSection>
  );
}
