/** The logo: a curve that falls into its steady state. */
export function Logo({ size }: { size: number }) {
  return <img src="/favicon.svg" alt="" width={size} height={size} />;
}
