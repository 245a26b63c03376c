/**
 * Masks one recorded call for a person: screen, cURL text and support bundle alike. Secrets, SSN, date of birth
 * and id number are not in the record (redaction.ts); what is left that tells of whom the call is are account
 * numbers and parties. Each is masked under the names of its fields, and by value wherever else in the same
 * call it stands: in the path, in free text, in the other body. JSON stays JSON.
 */
import { maskedAccount } from '../../preload/contract/account-number.ts'
import { isJson, isJsonStructure } from '../../preload/contract/json-text.ts'
import { maskedName } from '../../preload/contract/owner-name.ts'
import {
  accountMask,
  decodedPart,
  isAccount,
  partsOfPath,
  type NamingTexts,
} from './call-accounts.ts'
import { partyMask } from './call-parties.ts'
import { rewriteJson, type JsonScalar } from './json-scalars.ts'
import {
  accountInText,
  namesAccount,
  namesParty,
  partyInText,
  tellsWhereabouts,
} from './masked-names.ts'

/** Masks the texts of one call. */
export interface CallMask {
  readonly path: (path: string) => string
  /** A request or answer body that is text. */
  readonly body: (body: string) => string
  readonly header: (name: string, value: string) => string
  /** Any other text that the call left behind. */
  readonly text: (text: string) => string
}

const dots = '\u2022\u2022\u2022\u2022'
/** Where nothing was said there is nothing to mask, and that nothing was said stays to be seen. */
const saysNothing = (token: string): boolean => ['null', 'true', 'false', '""'].includes(token)

/** The mask of one call. Costs one reading of both bodies. */
export function callMask(call: NamingTexts): CallMask {
  const accounts = accountMask(call)
  const parties = partyMask(call.requestBody, call.responseBody)
  const text = remembering((value) => parties(accounts(value)))

  const scalar = ({ token, text: value, isName, path }: JsonScalar): string => {
    const name = path.at(-1) ?? ''
    if (!isName && !saysNothing(token)) {
      if (isAccount(path)) return JSON.stringify(maskedAccount(value))
      if (namesParty(name)) return JSON.stringify(maskedName(value))
      if (tellsWhereabouts(name)) return JSON.stringify(dots)
    }
    const masked = isJsonStructure(value) ? json(value) : text(value)
    return masked === value ? token : JSON.stringify(masked)
  }
  const json = (value: string): string => rewriteJson(value, scalar)
  const plain = (value: string): string =>
    text(
      value
        .replace(
          accountInText,
          (_all, name: string, gap: string, found: string) => name + gap + maskedAccount(found),
        )
        .replace(
          partyInText,
          (_all, name: string, gap: string, found: string) =>
            name +
            gap +
            (namesParty(name) ? maskedName(found) : tellsWhereabouts(name) ? dots : found),
        ),
    )

  return {
    text,
    body: (body) => (isJson(body) ? json(body) : plain(body)),
    header: (name, value) => (namesAccount(name) ? maskedAccount(value) : text(value)),
    path: (path) =>
      partsOfPath(path)
        .map((part) => {
          const value = decodedPart(part.text)
          const masked = part.isAccount ? maskedAccount(value) : text(value)
          return masked === value ? part.text : masked
        })
        .join(''),
  }
}

/** Codes and words come again and again in a long answer. */
function remembering(mask: (text: string) => string): (text: string) => string {
  const seen = new Map<string, string>()
  return (text) => {
    const known = seen.get(text)
    if (known !== undefined) return known
    const masked = mask(text)
    if (text.length <= 200 && seen.size < 20_000) seen.set(text, masked)
    return masked
  }
}
