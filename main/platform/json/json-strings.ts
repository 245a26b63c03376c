/** Masks escaped text inside the strings of a JSON text, and changes nothing else. */

const jsonString = /"(?:[^"\\]|\\.)*"/gs

function decoded(token: string): string | undefined {
  try {
    const value: unknown = JSON.parse(token)
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}

/**
 * Masks a text as written, and the strings in it as decoded; a string without anything to mask
 * keeps its spelling.
 */
export function maskStrings(text: string, mask: (text: string) => string): string {
  const inside = text.replace(jsonString, (token) => {
    const value = token.includes('\\') ? decoded(token) : undefined
    if (value === undefined) return token
    const masked = maskStrings(value, mask)
    return masked === value ? token : JSON.stringify(masked)
  })
  return mask(inside)
}
