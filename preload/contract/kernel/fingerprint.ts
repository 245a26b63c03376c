/** A fingerprint as people write it: colons, spaces, dashes, case and a leading `SHA256:` are the typist's. */
export const fingerprintDigits = (typed: string): string =>
  typed
    .trim()
    .toLowerCase()
    .replace(/^sha-?256\s*(fingerprint)?\s*[:=]?/, '')
    .replaceAll(/[\s:-]/g, '')
