import './files.css';
import { useRef } from 'preact/hooks';
import type { FileResult } from '../../../src/api/work-answers.ts';
import { Bar } from '../../app/bar.tsx';
import { useFoot } from '../../app/foot.tsx';
import { useKeys } from '../../app/keys.ts';
import { go, place, setQuery } from '../../app/router.ts';
import { projectInput, scopedPath, scopedProject } from '../../app/scope.ts';
import { rowTab, useList } from '../../app/use-list.ts';
import { useTypedQuery } from '../../app/use-typed-query.ts';
import type { ViewProps } from '../../app/view-props.ts';
import { useCall } from '../../client/use-call.ts';
import { Keys } from '../../parts/button.tsx';
import { countOf } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { Answered, Empty } from '../../parts/states.tsx';
import { Line } from '../../parts/stored-text.tsx';
import { Time } from '../../parts/time.tsx';
import { VirtualList } from '../../parts/virtual-list.tsx';
import { FileAccount } from './file-account.tsx';

const TYPED_MS = 150;

/** Why a file is as it is; without one, the files that were worked on. */
export function FilesView(_props: ViewProps) {
  const path = place.value.query.get('path') ?? '';
  const result = useCall('file', { ...(path !== '' && { path }), ...projectInput() });
  const took = result.tookMs === undefined ? '' : ` · ${Math.round(result.tookMs)} ms`;
  const value = result.value;
  useFoot(
    value === undefined
      ? ''
      : value.files.length > 0
        ? `${countOf(value.files.length, 'file')}${took}`
        : `all that is known${took}`,
  );
  return (
    <>
      <Bar
        title={path === '' ? 'Files' : (path.split('/').at(-1) ?? path)}
        {...(path !== '' && { crumb: <a href={scopedPath('/files')}>Files</a> })}
      />
      <PathField />
      <Answered result={result} failed="The file could not be looked up.">
        {(found) =>
          isKnown(found) || isAskedByLine(path) ? (
            <FileAccount file={found} asked={path} />
          ) : (
            <FileList file={found} asked={path} />
          )
        }
      </Answered>
    </>
  );
}

function isKnown({ path, sessions, commits, decisions, failures, why, snippets }: FileResult): boolean {
  const known = [sessions, commits, decisions, failures, why, snippets].some((list) => list.length > 0);
  return path !== '' && known;
}

/** Git may know lines of a file that no session worked on, in the project that the reader looks at. */
function isAskedByLine(path: string): boolean {
  return path !== '' && place.value.query.has('line') && scopedProject() !== undefined;
}

function PathField() {
  const field = useRef<HTMLInputElement>(null);
  const [words, setWords] = useTypedQuery('path', TYPED_MS);
  useKeys('Files', [{ keys: 'f', does: 'To the path', run: () => field.current?.select() }]);
  return (
    <div class="sbar">
      <label class="input">
        <Icon name="file" />
        <span class="sr">Path of a file, or the end of one</span>
        <input
          ref={field}
          type="search"
          class="mono"
          value={words}
          placeholder="A path, or the end of one: why is this file as it is?"
          onInput={(event) => {
            setQuery({ line: undefined });
            setWords(event.currentTarget.value);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape' || event.key === 'Enter') event.currentTarget.blur();
          }}
          autocomplete="off"
          spellcheck={false}
        />
        <Keys keys="f" />
      </label>
    </div>
  );
}

function FileList({ file: { files }, asked }: { file: FileResult; asked: string }) {
  const pathOf = (path: string): string => scopedPath(`/files?${new URLSearchParams({ path })}`);
  const list = useList({ keys: files.map(({ path }) => path), open: (path) => go(pathOf(path)) });
  if (files.length === 0) {
    return asked === '' ? (
      <Empty says="Files that sessions worked on will be here." action={<code>cairn import</code>}>
        Each with why it is as it is.
      </Empty>
    ) : (
      <Empty
        says="No session worked on such a file."
        action={
          <>
            <button type="button" class="btn" onClick={() => setQuery({ path: undefined })}>
              All files
            </button>
            {scopedProject() !== undefined && (
              <button type="button" class="btn" onClick={() => setQuery({ line: 'all' }, { push: true })}>
                What git knows of its lines
              </button>
            )}
          </>
        }
      >
        A path inside the project, its end, or a part of it.
      </Empty>
    );
  }
  return (
    <VirtualList
      label={asked === '' ? 'Files most worked on' : 'Files whose path holds it'}
      name="files"
      items={files}
      keyOf={({ path }) => path}
      sizeOf={() => 28}
      current={list.selected}
    >
      {({ path, edits, reads, lastAt }, index) => (
        <div class="row frow" data-row={path} aria-current={list.selected === path ? 'true' : undefined}>
          <Icon name="file" small />
          <a class="title clip mono" href={pathOf(path)} tabIndex={rowTab(list, path, index === 0)}>
            <Line text={path} />
          </a>
          <span class="num quiet">{edits > 0 && countOf(edits, 'edit')}</span>
          <span class="num quiet hide-s">{reads > 0 && countOf(reads, 'read')}</span>
          <span class="num quiet">
            <Time at={lastAt} />
          </span>
        </div>
      )}
    </VirtualList>
  );
}
