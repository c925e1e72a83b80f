/** The stones of a cairn. */
export function Logo() {
  return (
    <svg class="logo" viewBox="0 0 18 18" aria-hidden="true" fill="currentColor">
      <rect x="1.5" y="12" width="15" height="4.2" rx="2.1" />
      <rect x="3.8" y="6.9" width="10" height="4" rx="2" />
      <rect x="6.4" y="2" width="5.6" height="3.8" rx="1.9" />
    </svg>
  );
}
