import type { ViewProps } from '../../app/view-props.ts';
import { StatementsView } from './statements-view.tsx';

/** All statements by how they stand, what waits for a person first. */
export function KnowledgeView(_props: ViewProps) {
  return <StatementsView title="Knowledge" about="what is told as known, and who says so" />;
}
