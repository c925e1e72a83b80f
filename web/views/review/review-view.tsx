import type { ViewProps } from '../../app/view-props.ts';
import { StatementsView } from '../knowledge/statements-view.tsx';

/** The inbox: proposals, contradictions, tripwires and wishes that wait for a person, one after the other. */
export function ReviewView(_props: ViewProps) {
  return <StatementsView title="Review" about="what waits for a person to decide" only="waits" />;
}
