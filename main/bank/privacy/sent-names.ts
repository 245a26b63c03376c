/**
 * The names in a request: the references of a payment, the uuids of a batch and its entries. An
 * answer with another name is about something else, and an id that is none of them was assigned by
 * the bank.
 */
import { parseExact } from '../../platform/json/exact-json.ts'
import { isUnder, namedTexts, type NamedText } from './named-texts.ts'

/** The bank may change case, blanks and hyphens. */
const bare = (text: string): string => text.replaceAll(/[\s-]/g, '').toLowerCase()

/** Whether a text is a name in the request. */
export function sentNames(request: string): (text: string) => boolean {
  const parsed = parseExact(request)
  const all = 'json' in parsed ? [...namedTexts(parsed.json)] : []
  const given = all
    .filter((one) => isUnder(one, /reference$|^uuid$/i))
    .map(({ text }) => bare(text))
  return (text) => given.includes(bare(text))
}

/** Whether a parsed answer names a payment, batch or entry that is not in the request. */
export function namesAnother(json: unknown, isSent: (text: string) => boolean): boolean {
  const isName = ({ names }: NamedText): boolean =>
    names !== null && /^(?:requestReference|uuid)$/i.test(names.name)
  return [...namedTexts(json)].some((one) => isName(one) && !isSent(one.text))
}
