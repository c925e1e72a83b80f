import { Button } from '../parts/button.tsx';

/** The button below a list that reads on. */
export function More({ pages }: { pages: { hasMore: boolean; more: () => void } }) {
  if (!pages.hasMore) return null;
  return (
    <p class="btns team-more">
      <Button onClick={pages.more}>Read on</Button>
    </p>
  );
}
