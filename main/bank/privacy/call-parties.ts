/** The parties in one call, and their mask at every place of the call. */
import { isJson, rewriteJson } from '../../../preload/contract/kernel/json.ts'
import { namesParty, partyInText } from '../../../preload/contract/domain/personal-names.ts'
import { wordsOf } from '../../platform/folded-text.ts'
import { ownerMask } from './owner-masking.ts'

/**
 * The names in a body. The name fields of one object form one name, such as `firstName` and
 * `lastName`.
 */
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
 * The number of names that are searched in every spelling: all names, or with more than this the
 * names in the request. The others, from a long list in the answer, are searched only if one of
 * their words is found.
 */
const mostInEverySpelling = 8

/**
 * Masks every party of the call in a text, with the address lines and telephone numbers of the
 * request.
 */
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
      // A number or an initial alone identifies nobody and is part of every id.
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
