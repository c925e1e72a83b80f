import { useState } from 'preact/hooks';
import type { ForgetPlan } from '../../../src/api/answers.ts';
import { mayChange } from '../../app/who.ts';
import { Button } from '../../parts/button.tsx';
import { FilterChip } from '../../parts/chip.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { countOf } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { Failed } from '../../parts/states.tsx';
import { ForgetPreview, Receipt } from './forget-preview.tsx';
import { type ForgetInput, useForget } from './use-forget.ts';

const BEFORE = [
  { value: '7d', label: '7 days ago' },
  { value: '30d', label: '30 days ago' },
  { value: '180d', label: 'half a year ago' },
  { value: '365d', label: 'a year ago' },
];

/**
 * Forgets: shows what would go, forgets with a way back or erases after a question, and tells what a search of all files found. What is typed here
 * may be a secret: it stands in no address and in no history.
 */
export function ForgetBox() {
  const [input, setInput] = useState<ForgetInput>({});
  const [isAsked, setAsked] = useState(false);
  const { stage, error, plan, forget, cancel } = useForget();
  const go = async (how: { now: boolean }): Promise<void> => {
    setAsked(false);
    await forget(how);
    setInput({});
  };
  return (
    <section aria-label="Forget">
      <h2>Forget</h2>
      <p class="dim small-text">
        Shows what would go, then takes it out of memory and searches its own files for what is left. For 30 days it can
        be brought back; a secret is better erased for good at once. What you type is kept nowhere.
      </p>
      <form
        class="forget"
        onSubmit={(event) => {
          event.preventDefault();
          if (Object.keys(input).length > 0 && mayChange()) void plan(input);
        }}
      >
        <Fields input={input} onChange={setInput} />
        {error !== undefined && <Failed what="It was not forgotten." error={error} again={() => void plan(input)} />}
        {stage.is === 'planned' && (
          <ForgetPreview
            plan={stage.plan}
            onForget={() => void go({ now: false })}
            onErase={() => setAsked(true)}
            onCancel={() => {
              cancel();
              document.querySelector<HTMLElement>('#forget-words')?.focus();
            }}
          />
        )}
      </form>
      {stage.is === 'done' && <Receipt report={stage.report} />}
      {isAsked && stage.is === 'planned' && (
        <EraseDialog plan={stage.plan} onClose={() => setAsked(false)} onErase={() => void go({ now: true })} />
      )}
    </section>
  );
}

function Fields({ input, onChange }: { input: ForgetInput; onChange: (input: ForgetInput) => void }) {
  const set = (field: 'query' | 'session' | 'before', value: string | undefined): void => {
    const { [field]: _, ...others } = input;
    onChange(value === undefined || value.trim() === '' ? others : { ...others, [field]: value });
  };
  return (
    <div class="forget-ask">
      <label class="input grow">
        <span class="sr">Words that stand in what is to be forgotten</span>
        <Icon name="search" />
        <input
          id="forget-words"
          autocomplete="off"
          spellcheck={false}
          placeholder="Words that stand in it, all of them; or “a phrase”"
          value={input.query ?? ''}
          onInput={(event) => set('query', event.currentTarget.value)}
        />
      </label>
      <FilterChip
        label="Session"
        value={input.session}
        choices={[]}
        free
        onChange={(session) => set('session', session)}
      />
      <FilterChip
        label="Before"
        value={input.before === undefined ? undefined : String(input.before)}
        choices={BEFORE}
        onChange={(before) => set('before', before)}
      />
      <Button type="submit" disabled={Object.keys(input).length === 0}>
        Show what would go
      </Button>
    </div>
  );
}

function EraseDialog(props: { plan: ForgetPlan; onClose: () => void; onErase: () => void }) {
  const { plan, onClose, onErase } = props;
  return (
    <Dialog
      title={`Erase ${countOf(plan.items, 'memory', 'memories')} for good?`}
      onClose={onClose}
      action={{ label: 'Erase for good', kind: 'danger', run: onErase }}
    >
      <p>
        {countOf(plan.events, 'event')} of {countOf(plan.sessions, 'session')} go with all that was made of them alone,
        in backups too. There is no undo, and the same text is not taken in again.
      </p>
      <p class="quiet small-text">The agents’ own transcripts are out of reach; the receipt names them.</p>
    </Dialog>
  );
}
