import type { PrivacyResult } from '../../../src/api/home-answers.ts';
import { Bar } from '../../app/bar.tsx';
import { useFoot } from '../../app/foot.tsx';
import { useKeys } from '../../app/keys.ts';
import type { ViewProps } from '../../app/view-props.ts';
import { useCall } from '../../client/use-call.ts';
import { countOf } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { Scroll } from '../../parts/list-peek.tsx';
import { Answered } from '../../parts/states.tsx';
import '../settings/settings.css';
import { ForgetBox } from './forget-box.tsx';
import { Forgotten, HiddenList, RetiredList, TrashList } from './gone-lists.tsx';
import './privacy.css';
import { Redactions } from './redactions.tsx';

/** What was redacted, excluded, forgotten and hidden; and how something is forgotten. */
export function PrivacyView(_props: ViewProps) {
  const privacy = useCall('privacy', {}, { live: 10 });
  useKeys('Privacy', [
    { keys: '#', does: 'Forget…', run: () => document.querySelector<HTMLElement>('#forget-words')?.focus() },
  ]);
  const total = privacy.value?.redacted.reduce((sum, { count }) => sum + count, 0) ?? 0;
  useFoot(privacy.value === undefined ? '' : `${countOf(total, 'secret')} redacted`);
  return (
    <>
      <Bar title="Privacy" about="what was kept out, and what is gone" />
      <Scroll name="privacy" label="Privacy">
        <div class="setpage">
          <ForgetBox />
          <Answered result={privacy} failed="What was kept out could not be read.">
            {(found) => (
              <>
                <Redactions privacy={found} />
                <Excluded excluded={found.excluded} />
                <HiddenList />
                <TrashList trash={found.trash} />
                <Forgotten forgotten={found.forgotten} />
                <RetiredList retired={found.retired} />
              </>
            )}
          </Answered>
        </div>
      </Scroll>
    </>
  );
}

function Excluded({ excluded: { paths, projects, events } }: { excluded: PrivacyResult['excluded'] }) {
  return (
    <section aria-label="Excluded">
      <h2>Excluded</h2>
      <p class="dim small-text">
        Nothing of these is kept, beside the files that never are, as keys and .env. {countOf(events, 'event')} of
        excluded projects came and went.{' '}
        <a class="link" href="/settings?of=privacy">
          Change it in the settings
        </a>
      </p>
      <ul class="patterns">
        {paths.map((pattern) => (
          <li key={`file ${pattern}`}>
            <Icon name="file" small label="Files" /> <code>{pattern}</code>
          </li>
        ))}
        {projects.map((pattern) => (
          <li key={`project ${pattern}`}>
            <Icon name="folder" small label="Projects" /> <code>{pattern}</code>
          </li>
        ))}
        {paths.length + projects.length === 0 && <li class="quiet small-text">No pattern of yours.</li>}
      </ul>
    </section>
  );
}
