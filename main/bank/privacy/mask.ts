/**
 * Masks one recorded call for a person: on the screen, in the cURL text and in the support bundle.
 * Secrets, SSN, date of birth and id number are not in the record (redact.ts); the remaining
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
  isAccount,
  maskedByName,
  maskedDigits,
  maskedNumber,
  maskedUnnamed,
  namesAccount,
  namesInPath,
  namesParty,
  namesPersonalNumber,
  partyInText,
} from '../../../preload/contract/domain/personal-names.ts'
import { wordsOf } from '../../platform/folded-text.ts'
import { maskOfPlainAccounts, maskOfAccounts, ownerMask } from './mask-in-text.ts'

/** The texts of a call that may contain accounts. */
export interface NamingTexts {
  readonly path: string
  readonly requestBody: string | null
  readonly responseBody: string | null
}

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
export const needsNoMask = (token: string): boolean =>
  ['null', 'true', 'false', '""'].includes(token)

/** The mask of one call. Costs one reading of both bodies. */
export function callMask(call: NamingTexts): CallMask {
  const { path, requestBody, responseBody } = call
  const given = partsOfPath(path).flatMap((part) =>
    part.isAccount ? [decodedPart(part.text)] : [],
  )
  const accounts = maskOfPlainAccounts(
    [...given, ...accountsIn(requestBody ?? '')],
    accountsIn(responseBody ?? ''),
  )
  const parties = partyMask(requestBody, responseBody)
  const known = remembering((value) => parties(accounts(value)))
  const text = (value: string): string => maskedDigits(known(value))
  const named = (path: readonly string[], value: string): string =>
    maskedByName(path, value) ?? maskedUnnamed(path.at(-1) ?? '', known(value))

  const scalar = ({ token, text: value, isName, path }: JsonScalar): string => {
    if (!isName && needsNoMask(token)) return token
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

/** The accounts in a body, by the names of its fields. */
function accountsIn(body: string): string[] {
  if (!isJson(body)) return [...body.matchAll(accountInText)].map(([, , , value = '']) => value)
  const found: string[] = []
  rewriteJson(body, ({ token, text, isName, path }) => {
    if (!isName && (isAccount(path) || namesPersonalNumber(path.at(-1) ?? ''))) found.push(text)
    return token
  })
  return found
}

/** The separators in a path and its query. */
const pathParts = /([/?&=])/

/** The parts of a path; the part before it shows whether a part is an account. */
function partsOfPath(path: string): { text: string; isAccount: boolean }[] {
  const parts = path.split(pathParts)
  return parts.map((text, index) => {
    const named = parts[index - 1] === '/' || parts[index - 1] === '='
    // A segment below `accounts` may also be the version of an API.
    const isNumber = /\d/.test(text) && !/^v\d+$/i.test(text)
    return { text, isAccount: named && isNumber && namesAccount(parts[index - 2] ?? '') }
  })
}

/** A decoded part of a path; one with invalid encoding stays as it is. */
function decodedPart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

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
function partyMask(
  requestBody: string | null,
  responseBody: string | null,
): (text: string) => string {
  const given = partiesIn(requestBody ?? '')
  const names = [...new Set([...given, ...partiesIn(responseBody ?? '')])]
  const few = names.length <= mostInEverySpelling ? names.length : given.length
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

/**
 * Masks the body of a payment or batch for the people who decide about it: these accounts and those
 * that its fields name, at every place. Names of parties stay.
 */
export function maskedOrderBody(body: string, accounts: readonly string[] = []): string {
  if (!isJson(body)) return maskedUnnamed('', maskOfAccounts(accounts)(body))
  const all = new Set(accounts)
  rewriteJson(body, ({ token, text, isName, path }) => {
    if (!isName && isAccount(path)) all.add(text)
    return token
  })
  const known = maskOfAccounts([...all])
  return rewriteJson(body, ({ token, text, isName, path }) => {
    if (isName) return token
    const masked = isAccount(path)
      ? maskedNumber(text)
      : maskedUnnamed(path.at(-1) ?? '', known(text))
    return masked === text ? token : JSON.stringify(masked)
  })
}
