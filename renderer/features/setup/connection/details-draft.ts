/** Converts a profile's details to the form and back: every field is text until it is saved. */
import {
  emptyDetails,
  products,
  type Product,
  type ProductTerms,
  type ProfileDetails,
  withoutTrailingSlashes,
} from '../../../../preload/contract/api/profiles/profile-details.ts'

/** The text fields. */
export const textFields = [
  'baseUrl',
  'proxyHost',
  'proxyPort',
  'listenerHost',
  'listenerPort',
  'listenerPublicUrl',
  'listenerPermitted',
  'partnerClientId',
  'secondaryId',
  'additionalId',
  'registeredAddresses',
  'callsPerSecond',
  'expectedDaily',
  'expectedMonthly',
  'expectedYearly',
] as const
export type TextField = (typeof textFields)[number]

/** The terms of one product while typed. An unticked product keeps its input. */
export interface TermsDraft {
  permitted: boolean
  hours: 'all-day' | 'business'
  from: string
  to: string
  count: string
  per: 'second' | 'minute'
  volume: string
  volumePer: NonNullable<ProductTerms['volume']>['per']
}
export type AlertCode = ProfileDetails['alerts']['codes'][number]

/** The whole form. An empty choice is open. */
export interface DetailsDraft {
  texts: Record<TextField, string>
  route: 'direct' | 'proxy'
  settlement: NonNullable<ProfileDetails['settlement']> | ''
  rowNumbers: ProfileDetails['rowNumbers']
  listenerEnabled: boolean
  products: Record<Product, TermsDraft>
  codes: AlertCode[]
  sameAccounts: 'same' | 'different' | ''
}

const asText = (value: string | number | null | undefined): string => String(value ?? '')

const termsDraft = (terms: ProductTerms | undefined): TermsDraft => {
  const hours = terms?.hours
  return {
    permitted: terms !== undefined,
    hours: hours?.kind ?? 'all-day',
    from: hours?.kind === 'business' ? hours.from : '',
    to: hours?.kind === 'business' ? hours.to : '',
    count: asText(terms?.calls?.count),
    per: terms?.calls?.per ?? 'second',
    volume: asText(terms?.volume?.count),
    volumePer: terms?.volume?.per ?? 'month',
  }
}

/** Returns the details as text. */
export function draftOf(details: ProfileDetails = emptyDetails): DetailsDraft {
  const { listener, alerts } = details
  const termsOf = (product: Product): ProductTerms | undefined =>
    details.products.find((terms) => terms.product === product)
  return {
    texts: {
      baseUrl: asText(details.baseUrl),
      proxyHost: asText(details.proxy?.host),
      proxyPort: asText(details.proxy?.port),
      listenerHost: asText(listener?.host),
      listenerPort: asText(listener?.port),
      listenerPublicUrl: asText(listener?.publicUrl),
      listenerPermitted: (listener?.permitted ?? []).join('\n'),
      partnerClientId: asText(details.partnerClientId),
      secondaryId: asText(details.secondaryId),
      additionalId: asText(details.additionalId),
      registeredAddresses: details.registeredAddresses.join('\n'),
      callsPerSecond: asText(details.callsPerSecond),
      expectedDaily: asText(alerts.expectedDaily),
      expectedMonthly: asText(alerts.expectedMonthly),
      expectedYearly: asText(alerts.expectedYearly),
    },
    route: details.proxy ? 'proxy' : 'direct',
    settlement: details.settlement ?? '',
    rowNumbers: details.rowNumbers,
    listenerEnabled: listener?.enabled ?? false,
    products: Object.fromEntries(
      products.map((product) => [product, termsDraft(termsOf(product))]),
    ) as DetailsDraft['products'],
    codes: [...alerts.codes],
    sameAccounts: alerts.sameAccounts === null ? '' : alerts.sameAccounts ? 'same' : 'different',
  }
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** Merges a newly saved state into a draft; input typed since the previous state stays. */
export function takeOver(draft: DetailsDraft, before: DetailsDraft, next: DetailsDraft): void {
  const merge = <T extends object>(typed: T, old: T, fresh: T): void => {
    for (const key of Object.keys(fresh) as (keyof T)[])
      if (isSame(typed[key], old[key])) typed[key] = fresh[key]
  }
  const { texts, products: terms, ...choices } = next
  merge(draft.texts, before.texts, texts)
  merge(draft.products, before.products, terms)
  merge<Omit<DetailsDraft, 'texts' | 'products'>>(draft, before, choices)
}

const textOrNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())
/** NaN for a text that is no whole number, which the schema rejects. */
const numberOf = (text: string): number => (/^\d{1,12}$/.test(text.trim()) ? Number(text) : NaN)
const numberOrNull = (text: string): number | null => (text.trim() === '' ? null : numberOf(text))
const linesOf = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Returns the ticked products, in the order of the details. */
export const permittedIn = (draft: DetailsDraft): readonly Product[] =>
  products.filter((product) => draft.products[product].permitted)

/** The listener as typed; null only if all its fields are empty, so that no input is dropped. */
function listenerOf({ texts, listenerEnabled }: DetailsDraft): unknown {
  const { listenerHost, listenerPort, listenerPublicUrl, listenerPermitted } = texts
  const typed = [listenerHost, listenerPort, listenerPublicUrl, listenerPermitted]
  if (!listenerEnabled && typed.every((text) => text.trim() === '')) return null
  return {
    host: listenerHost.trim(),
    port: numberOf(listenerPort),
    enabled: listenerEnabled,
    publicUrl: textOrNull(listenerPublicUrl),
    permitted: linesOf(listenerPermitted),
  }
}

/**
 * Whether the listener would listen on every address of this computer, and so to everyone in its
 * network.
 */
export const listensToAll = ({ texts }: DetailsDraft): boolean =>
  ['0.0.0.0', '::', '[::]'].includes(texts.listenerHost.trim())

/** Loopback, private and link-local addresses, and names of this computer. */
const unreachable =
  /^(?:localhost|.+\.local(?:host)?|127\..+|10\..+|192\.168\..+|172\.(?:1[6-9]|2\d|3[01])\..+|169\.254\..+|0\.0\.0\.0|\[(?:::1?|f[cd][0-9a-f]*:.*|fe[89ab][0-9a-f]:.*)\])$/i

/** Whether only this computer or its network reaches the address for the bank. */
export const isUnreachable = ({ texts }: DetailsDraft): boolean => {
  const host = URL.parse(texts.listenerPublicUrl.trim())?.hostname
  return host !== undefined && unreachable.test(host)
}

/** Returns the input of the schema: valid if everything typed is valid. */
export function detailsOf(draft: DetailsDraft): unknown {
  const { texts } = draft
  const address = textOrNull(texts.baseUrl)
  return {
    baseUrl: address === null ? null : withoutTrailingSlashes(address),
    proxy:
      draft.route === 'direct'
        ? null
        : { host: texts.proxyHost.trim(), port: numberOf(texts.proxyPort) },
    listener: listenerOf(draft),
    partnerClientId: textOrNull(texts.partnerClientId),
    secondaryId: textOrNull(texts.secondaryId),
    additionalId: textOrNull(texts.additionalId),
    registeredAddresses: linesOf(texts.registeredAddresses),
    settlement: draft.settlement === '' ? null : draft.settlement,
    rowNumbers: draft.rowNumbers,
    products: permittedIn(draft).map((product) => {
      const { hours, from, to, count, per, volume, volumePer } = draft.products[product]
      return {
        product,
        hours: hours === 'all-day' ? { kind: hours } : { kind: hours, from, to },
        calls: count.trim() === '' ? null : { count: numberOf(count), per },
        volume: volume.trim() === '' ? null : { count: numberOf(volume), per: volumePer },
      }
    }),
    callsPerSecond: numberOf(texts.callsPerSecond),
    alerts: {
      codes: draft.codes,
      sameAccounts: draft.sameAccounts === '' ? null : draft.sameAccounts === 'same',
      expectedDaily: numberOrNull(texts.expectedDaily),
      expectedMonthly: numberOrNull(texts.expectedMonthly),
      expectedYearly: numberOrNull(texts.expectedYearly),
    },
  }
}
