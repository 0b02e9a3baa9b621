/** The glyph of the steady state: a line that falls into a band. */

export function SteadyGlyph() {
  return (
    <svg width="14" height="12" viewBox="0 0 14 12" aria-hidden="true">
      <rect x="5.5" y="4" width="8.5" height="6.5" rx="1" fill="currentColor" opacity="0.22" />
      <path
        d="M0.8 1.2c2.6 0 1.8 6 4.8 6h7.6"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
      />
    </svg>
  );
}
