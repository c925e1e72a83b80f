/** What a view is given: the parts of its path that have names. */
export interface ViewProps {
  params: Readonly<Record<string, string>>;
}
