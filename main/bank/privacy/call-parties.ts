/** The parties that one call names, and their masking wherever they stand in it. */
import { isJson } from '../../../preload/contract/kernel/json-text.ts'
import { namesParty, partyInText } from '../../../preload/contract/domain/personal-names.ts'
import { wordsOf } from '../../platform/folded-text.ts'
import { ownerMask } from './owner-masking.ts'
import { rewriteJson } from '../../platform/json/json-scalars.ts'

/** The names in a body: what one object says of a name is one name, `firstName` and `lastName` together. */
function partiesIn(body: string): string[] {
  if (!isJson(body)) return [...body.matchAll(partyInText)].map(([, , , value = '']) => value)
  const byPlace = new Map<number, string>()
  rewriteJson(body, ({ token, text, isName, path, place }) => {
    if (!isName && token.startsWith('"') && text !== '' && namesParty(path.at(-1) ?? '')) {
      byPlace.set(place, `${byPlace.get(place) ?? ''} ${text}`.trim())
    }
    return token
  })
  return [...byPlace.values()]
}

/**
 * So many names are looked for in every spelling: all, or of more those that were asked about. The others, as a
 * long list answers them, are looked for where a word of theirs is met.
 */
const mostInEverySpelling = 8

/** Masks every party of the call in a text, with the address lines and telephone numbers that were sent. */
export function partyMask(
  requestBody: string | null,
  responseBody: string | null,
): (text: string) => string {
  const asked = partiesIn(requestBody ?? '')
  const names = [...new Set([...asked, ...partiesIn(responseBody ?? '')])]
  const few = names.length <= mostInEverySpelling ? names.length : asked.length
  const inEverySpelling = Math.min(few, mostInEverySpelling)
  const masks = names.map((name) => ownerMask({ name, requestBody: null }))
  const whereabouts = requestBody === null ? [] : [ownerMask({ name: '', requestBody })]
  const always = [...whereabouts, ...masks.slice(0, inEverySpelling)]
  const byWord = new Map<string, Set<(text: string) => string>>()
  names.forEach((name, index) => {
    const mask = masks[index]
    if (index < inEverySpelling || !mask) return
    for (const { text } of wordsOf(name, 'gap')) {
      // A number or an initial tells nobody by itself, and stands in every id.
      if (/^(\p{N}+|[a-z])$/u.test(text)) continue
      byWord.set(text, (byWord.get(text) ?? new Set()).add(mask))
    }
  })
  return (text) => {
    const met =
      byWord.size === 0
        ? []
        : wordsOf(text, 'gap').flatMap((word) => [...(byWord.get(word.text) ?? [])])
    return [...always, ...new Set(met)].reduce((rest, mask) => mask(rest), text)
  }
}
