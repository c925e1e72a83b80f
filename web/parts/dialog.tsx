import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Button, IconButton } from './button.tsx';

/**
 * A dialog over the page while it is there: the focus stays inside, Escape and a press outside close it, and the focus goes back
 * to where it was. It has a heading, a body and, with `action`, a form with its button.
 */
export function Dialog(props: {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  action?: { label: string; run: () => void; kind?: 'primary' | 'danger'; disabled?: boolean };
}) {
  const { title, onClose, children, action } = props;
  const { ref, closing } = useModal(onClose);
  const id = useId();
  const onSubmit = (event: Event): void => {
    event.preventDefault();
    action?.run();
  };
  return (
    <dialog ref={ref} class="form" aria-labelledby={id} {...closing}>
      <form onSubmit={onSubmit}>
        <header class="d-head">
          <h2 id={id}>{title}</h2>
          <IconButton icon="close" label="Close" keys="Esc" onClick={onClose} />
        </header>
        <div class="d-body">{children}</div>
        {action !== undefined && (
          <footer class="d-foot">
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" kind={action.kind ?? 'primary'} disabled={action.disabled ?? false}>
              {action.label}
            </Button>
          </footer>
        )}
      </form>
    </dialog>
  );
}

/** What makes a `dialog` element modal while its component is there. */
export function useModal(onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null);
  // Before the next key: what is typed at once goes into the dialog.
  useLayoutEffect(() => {
    const before = document.activeElement;
    const dialog = ref.current;
    dialog?.showModal();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  const onCancel = (event: Event): void => {
    event.preventDefault();
    onClose();
  };
  const onClick = (event: MouseEvent): void => {
    if (event.target === ref.current) onClose();
  };
  return { ref, closing: { onCancel, onClick } };
}
