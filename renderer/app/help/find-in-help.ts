/** Search over all of the help. */
import { helpIds, type HelpId } from '../../../preload/contract/api/help/help-page.ts'
import { helpPlain } from '../../../preload/contract/api/help/help-text.ts'
import { helpPages } from '../../../preload/contract/api/help/help.ts'
import { keysOf, screenKeys } from '../../../preload/contract/api/help/keys.ts'
import { troubles } from '../../../preload/contract/api/help/troubles.ts'
import { termOf } from '../../../preload/contract/api/help/text.ts'
import { keysAsText } from '../../ui/keys.ts'

/** One result and its target: a page or a troubleshooting entry. */
export interface HelpFound {
  readonly to: HelpId | `trouble.${string}`
  readonly title: string
  /** The first sentence that matches. */
  readonly text: string
}

interface Place extends Omit<HelpFound, 'text'> {
  readonly texts: readonly string[]
}

const placeOf = (id: HelpId): Place => {
  const { title, purpose, steps, careful, terms, sources } = helpPages[id]
  const way = id in screenKeys ? [keysAsText(screenKeys[id as keyof typeof screenKeys])] : []
  const keys = keysOf(id).map((key) => `${key.title}: ${keysAsText(key.keys)}`)
  const meanings = terms.map(termOf).map(({ term, meaning }) => `${term}: ${meaning}`)
  return {
    to: id,
    title,
    texts: [purpose, ...steps, ...careful, ...keys, ...meanings, ...sources, ...way].map(helpPlain),
  }
}

const places = (): readonly Place[] => [
  ...troubles.map(({ id, title, shows, steps }): Place => ({
    to: `trouble.${id}`,
    title,
    texts: [shows, ...steps].map(helpPlain),
  })),
  ...helpIds.map(placeOf),
]

/** Returns the pages that contain every word; pages with the words in their title come first. */
export function findInHelp(typed: string): readonly HelpFound[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const holds = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word))
  return places()
    .filter(({ title, texts }) => holds(`${title} ${texts.join(' ')}`))
    .map(({ to, title, texts }) => ({ to, title, text: texts.find(holds) ?? texts[0] ?? '' }))
    .toSorted((one, other) => Number(holds(other.title)) - Number(holds(one.title)))
}
