/** So many characters or bytes, as a person reads them. */
export const kilobytes = (size: number): string =>
  size < 1000
    ? `${String(size)} B`
    : `${(size / 1000).toLocaleString('en-US', { maximumFractionDigits: 1 })} kB`
