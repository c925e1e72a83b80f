import type { ContextExplanation, ContextResult } from '../../../src/api/context-answers.ts';
import { setQuery } from '../../app/router.ts';
import { mayChange } from '../../app/who.ts';
import { useCall } from '../../client/use-call.ts';
import { Button } from '../../parts/button.tsx';
import { formatCount } from '../../parts/format.ts';
import { changeSetting } from '../settings/setting-editor.tsx';
import { PARTS, tokensByPart, wordsOf } from './lines.ts';

const LEAST = 50;
const MOST = 2_000;
const STEP = 10;

/** Tries a budget, within what a block may have; the usual one leaves no trace in the address. */
export function setBudget({ usualBudget }: ContextExplanation, tokens: number): void {
  const budget = Math.min(Math.max(tokens, LEAST), MOST);
  setQuery({ budget: budget === usualBudget ? undefined : String(budget) });
}

const SETTINGS = { start: 'context.startTokens', prompt: 'context.promptTokens', file: 'context.fileTokens' } as const;

/** What the block costs, a slider that tries another budget, and a bar with one segment a line. */
export function BudgetStrip({ answer, explained }: { answer: ContextResult; explained: ContextExplanation }) {
  const { budget, told } = explained;
  const free = Math.max(budget - answer.tokens, 0);
  return (
    <section class="budget" aria-label="Budget">
      <div class="budget-head">
        <p>
          <b class="figure">{formatCount(answer.tokens)}</b> of {formatCount(budget)} tokens
        </p>
        <input
          type="range"
          aria-label="Budget in tokens"
          aria-valuetext={`${budget} tokens`}
          min={LEAST}
          max={MOST}
          step={STEP}
          value={budget}
          onInput={(event) => setBudget(explained, Number(event.currentTarget.value))}
        />
        <BudgetEnd explained={explained} />
      </div>
      <div class="budget-bar" aria-hidden="true">
        {told.map((line, at) => (
          <i
            key={`${line.id}${at}`}
            class={`of-${partOf(line.section)}`}
            style={{ flexGrow: String(line.tokens) }}
            title={`${line.tokens} tokens: ${wordsOf(line).slice(0, 80)}`}
          />
        ))}
        <i class="of-free" style={{ flexGrow: String(free) }} />
      </div>
      <ul class="budget-legend">
        {tokensByPart(explained)
          .filter(({ tokens }) => tokens > 0)
          .map(({ name, says, tokens }) => (
            <li key={name}>
              <i class={`of-${name}`} aria-hidden="true" /> {says} {formatCount(tokens)}
            </li>
          ))}
        <li>
          <i class="of-free" aria-hidden="true" /> free {formatCount(free)}
        </li>
      </ul>
    </section>
  );
}

/** Whose budget it is; one that is tried can be kept, which counts from the next start of the worker on. */
function BudgetEnd({ explained }: { explained: ContextExplanation }) {
  const { occasion, budget, usualBudget } = explained;
  const { value } = useCall('settings', {});
  const setting = value?.settings.find(({ key }) => key === SETTINGS[occasion]);
  if (budget === usualBudget) return <span class="budget-end quiet">yours, up to {formatCount(MOST)}</span>;
  if (setting?.pending === true && setting.value === budget)
    return <span class="budget-end quiet">kept: told so once the worker starts again</span>;
  return (
    <span class="budget-end quiet">
      tried here only; yours is {formatCount(usualBudget)}{' '}
      <Button small onClick={() => setBudget(explained, usualBudget)}>
        Back
      </Button>{' '}
      {setting !== undefined && !setting.locked && (
        <Button small onClick={() => mayChange() && changeSetting(setting, String(budget))}>
          Keep
        </Button>
      )}
    </span>
  );
}

function partOf(section: string): string {
  return PARTS.find(({ sections }) => (sections as readonly string[]).includes(section))?.name ?? 'past';
}
