/** Whose words they are, as people read it: of a team member by name. */
export function authorName({ author, member }: { author?: string; member?: string }): string | undefined {
  return author === 'member' && member !== undefined ? `team member ${member}` : author;
}
