const atWordStart = /[\s\-_/.:,(]/

/**
 * How well a word of the query matches a text: 0 is not at all, the start of a word scores highest.
 */
function wordScore(word: string, text: string): number {
  const at = text.indexOf(word)
  if (at === 0) return 100
  if (at > 0) return atWordStart.test(text[at - 1] ?? '') ? 80 : 40
  return lettersInOrder(word, text) ? 10 : 0
}

function lettersInOrder(word: string, text: string): boolean {
  let from = 0
  for (const letter of word) {
    const at = text.indexOf(letter, from)
    if (at < 0) return false
    from = at + 1
  }
  return true
}

/** Scores a text and its keywords against a query; 0 if a word of the query is in neither. */
export function fuzzyScore(query: string, title: string, keywords = ''): number {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  let sum = 1
  for (const word of words) {
    const inKeywords = keywords.toLowerCase().includes(word) ? 20 : 0
    const best = Math.max(wordScore(word, title.toLowerCase()), inKeywords)
    if (best === 0) return 0
    sum += best
  }
  return sum
}
