/**
 * Masks one recorded call for a person: on the screen, in the cURL text and in the support bundle.
 * Secrets, SSN, date of birth and id number are not in the record (redaction.ts); the remaining
 * personal values are account numbers and parties. Each is masked by the names of its fields, and
 * by value at every other place of the same call: in the path, in free text, in the other body.
 * JSON stays JSON.
 */
import {
  isJson,
  isJsonStructure,
  rewriteJson,
  type JsonScalar,
} from '../../../preload/contract/kernel/json.ts'
import {
  accountInText,
  maskedByName,
  maskedDigits,
  maskedNumber,
  maskedUnnamed,
  namesInPath,
  partyInText,
} from '../../../preload/contract/domain/personal-names.ts'
import { accountMask, decodedPart, partsOfPath, type NamingTexts } from './call-accounts.ts'
import { partyMask } from './call-parties.ts'

/** Masks the texts of one call. */
export interface CallMask {
  readonly path: (path: string) => string
  /** A request or answer body that is text. */
  readonly body: (body: string) => string
  /** A header, or another text that has a name. */
  readonly header: (name: string, value: string) => string
  /** A value by its path in an answer, such as `transactions[0].account.id`. */
  readonly at: (path: string, value: string) => string
  /** Any other text of the call. */
  readonly text: (text: string) => string
}

/** An empty value needs no mask, and the person must see that it was empty. */
const saysNothing = (token: string): boolean => ['null', 'true', 'false', '""'].includes(token)

/** The mask of one call. Costs one reading of both bodies. */
export function callMask(call: NamingTexts): CallMask {
  const accounts = accountMask(call)
  const parties = partyMask(call.requestBody, call.responseBody)
  const known = remembering((value) => parties(accounts(value)))
  const text = (value: string): string => maskedDigits(known(value))
  const named = (path: readonly string[], value: string): string =>
    maskedByName(path, value) ?? maskedUnnamed(path.at(-1) ?? '', known(value))

  const scalar = ({ token, text: value, isName, path }: JsonScalar): string => {
    if (!isName && saysNothing(token)) return token
    const masked = isName ? text(value) : valueOf(path, value)
    return masked === value ? token : JSON.stringify(masked)
  }
  const valueOf = (path: readonly string[], value: string): string =>
    isJsonStructure(value) ? (maskedByName(path, value) ?? json(value)) : named(path, value)
  const json = (value: string): string => rewriteJson(value, scalar)
  const plain = (value: string): string =>
    text(
      value
        .replace(
          accountInText,
          (_all, name: string, gap: string, found: string) =>
            name + gap + (maskedByName([name], found) ?? maskedNumber(found)),
        )
        .replace(
          partyInText,
          (_all, name: string, gap: string, found: string) =>
            name + gap + (maskedByName([name], found) ?? found),
        ),
    )

  return {
    text,
    body: (body) => (isJson(body) ? json(body) : plain(body)),
    header: (name, value) => named([name], value),
    at: (path, value) => named(namesInPath(path), value),
    path: (path) =>
      partsOfPath(path)
        .map((part) => {
          const value = decodedPart(part.text)
          const masked = part.isAccount ? maskedNumber(value) : known(value)
          return masked === value ? part.text : masked
        })
        .join(''),
  }
}

/** Codes and words repeat many times in a long answer. */
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
