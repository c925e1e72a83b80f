import { useEffect, useRef } from 'preact/hooks';
import { announcement } from '../parts/announce.ts';
import { Button, IconButton } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { Line } from '../parts/stored-text.tsx';
import { dismiss, TOAST_MS, type Toast, toasts, undoLatest } from './toasts.ts';

/** What was done, with Undo; and the region that tells readers of the page of it. */
export function Toaster() {
  const isBeside = document.querySelector('.cols > .peek') !== null;
  return (
    <>
      <div class="sr" role="status" aria-live="polite">
        {announcement.value}
      </div>
      <section class={isBeside ? 'toasts beside' : 'toasts'} aria-label="What was done">
        {toasts.value.map((toast) => (
          <ToastRow key={toast.id} toast={toast} />
        ))}
      </section>
    </>
  );
}

function ToastRow({ toast }: { toast: Toast }) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let leftMs = TOAST_MS;
    const step = 250;
    const timer = setInterval(() => {
      if (row.current?.matches(':hover, :focus-within')) return;
      leftMs -= step;
      if (leftMs <= 0) dismiss(toast.id);
    }, step);
    return () => clearInterval(timer);
  }, [toast.id]);
  return (
    <div class="toast" ref={row}>
      <span class={toast.isBad ? 'bad' : 'acc'}>
        <Icon name={toast.isBad ? 'failure' : 'confirmed'} small />
      </span>
      <span class="grow">
        <Line text={toast.says} />
      </span>
      {toast.undo !== undefined && (
        <Button kind="ghost" small keys="z" onClick={() => undoLatest(toast.id)}>
          Undo
        </Button>
      )}
      <IconButton icon="close" label="Dismiss" small onClick={() => dismiss(toast.id)} />
      <span class="left" aria-hidden="true">
        <i />
      </span>
    </div>
  );
}
