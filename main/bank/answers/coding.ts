/** Returns the codings of a body in lower case, the first one first; null: it is not coded. */
export function codingOf(headers: Readonly<Record<string, string>>): string | null {
  const codings = (headers['content-encoding'] ?? '')
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity')
  return codings.length === 0 ? null : codings.join(', ')
}
