/** A number of characters or bytes, for people. */
export const kilobytes = (size: number): string =>
  size < 1000
    ? `${String(size)} B`
    : `${(size / 1000).toLocaleString('en-US', { maximumFractionDigits: 1 })} kB`
