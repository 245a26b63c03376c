/**
 * Returns the digits of a typed fingerprint; ignores colons, spaces, dashes, case and a leading
 * `SHA256:`.
 */
export const fingerprintDigits = (typed: string): string =>
  typed
    .trim()
    .toLowerCase()
    .replace(/^sha-?256\s*(fingerprint)?\s*[:=]?/, '')
    .replaceAll(/[\s:-]/g, '')
