/** Reaches what stands escaped in the strings of a JSON text, without rewriting anything else of it. */

const jsonString = /"(?:[^"\\]|\\.)*"/gs

function decoded(token: string): string | undefined {
  try {
    const value: unknown = JSON.parse(token)
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}

/** Masks a text as it stands, and the strings in it as they read; a string without anything to mask keeps its spelling. */
export function maskStrings(text: string, mask: (text: string) => string): string {
  const inside = text.replace(jsonString, (token) => {
    const value = token.includes('\\') ? decoded(token) : undefined
    if (value === undefined) return token
    const masked = maskStrings(value, mask)
    return masked === value ? token : JSON.stringify(masked)
  })
  return mask(inside)
}
