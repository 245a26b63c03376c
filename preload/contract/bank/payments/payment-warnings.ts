/**
 * Warnings from the networks' rulebooks about payments that the documents allow. The bank may
 * accept more than the rulebooks, and the operator decides, so no warning blocks. Cutoffs and
 * holidays do not depend on the request and are checked elsewhere.
 */
import {
  amountForReading,
  fractionDigits,
  minorUnits,
  type MinorUnits,
} from '../../kernel/money.ts'
import type { RequestWarning } from '../../kernel/request-warning.ts'
import { routingNumberWarning, type RoutingNumberWarning } from '../../kernel/routing-number.ts'
import { isKnownCurrency } from './currencies.ts'
import type { PaymentPartyInput, PaymentRequest } from './payment-request.ts'
import { paymentParties, paymentPartyNames } from './payment-rules.ts'

/** Limits that a bank may have agreed differently. Amounts in cents. */
export interface PaymentLimits {
  /** The network's own limit; a sending bank may set a lower one. */
  readonly rtp: MinorUnits
}

/** Limit of the RTP network since 2025-02-09. */
export const networkLimits: PaymentLimits = { rtp: minorUnits(1_000_000_000) }

/**
 * Travel rule threshold: from USD 3,000.00 on, name, address and account of both ends are sent with
 * the payment.
 */
export const travelRuleFrom = minorUnits(300_000)

const warning = (path: string, message: string, where: string): RequestWarning => ({
  path,
  message,
  source: 'network',
  where,
})
const isBlank = (text: string | undefined): boolean => text === undefined || text.trim() === ''
const addressLines = (party: PaymentPartyInput | undefined): readonly string[] =>
  party?.postalAddress?.adrLine ?? []

/** Returns all warnings about the request, in the order of its fields. Pure. */
export function paymentWarnings(
  request: PaymentRequest,
  limits: PaymentLimits = networkLimits,
): RequestWarning[] {
  return [
    ...routingWarnings(request),
    ...travelRuleWarnings(request),
    ...rtpWarnings(request, limits),
    ...currencyWarnings(request),
    ...printableWarnings(request),
  ]
}

/** Message for a number of another length: a foreign bank has no routing number. */
const noRoutingNumber = { message: 'A routing number has nine digits', where: 'ABA, nine digits' }

/**
 * Returns the warning about a party's ABA number as typed; undefined if there is none, or no
 * number.
 */
export function abaWarning(written: string): RoutingNumberWarning | undefined {
  const aba = written.trim()
  if (aba === '') return undefined
  return /^\d{9}$/.test(aba) ? routingNumberWarning(aba) : noRoutingNumber
}

function routingWarnings(request: PaymentRequest): RequestWarning[] {
  return paymentPartyNames.flatMap((name) => {
    const warned = abaWarning(request[name]?.aba ?? '')
    return warned ? [warning(`${name}.aba`, warned.message, warned.where)] : []
  })
}

function travelRuleWarnings(request: PaymentRequest): RequestWarning[] {
  const { transferAmount, transferCurrency } = request
  const inDollars = transferCurrency === 'USD'
  if (inDollars && transferAmount < travelRuleFrom) return []
  const when = inDollars
    ? 'for payments of USD 3,000.00 or more'
    : 'if this is worth USD 3,000.00 or more'
  const missing = (path: string, what: string) =>
    warning(path, `${what} required ${when}`, '31 CFR 1010.410(f)')
  return (['debitParty', 'creditParty'] as const).flatMap((name) => {
    const who = paymentParties[name].label
    const hasAddress = addressLines(request[name]).some((line) => !isBlank(line))
    return [
      ...(isBlank(request[name].name) ? [missing(`${name}.name`, `${who} name`)] : []),
      ...(hasAddress ? [] : [missing(`${name}.postalAddress`, `${who} address`)]),
    ]
  })
}

function rtpWarnings(request: PaymentRequest, { rtp }: PaymentLimits): RequestWarning[] {
  const { requestedService, transferAmount, transferCurrency } = request
  if (requestedService !== 'RTP') return []
  if (transferCurrency !== 'USD') {
    return [warning('transferCurrency', 'RTP moves US dollars', 'RTP network')]
  }
  if (transferAmount <= rtp) return []
  const message = `Above the RTP limit of USD ${amountForReading(rtp)}`
  return [warning('transferAmount', message, 'RTP network, transaction limit since 2025-02-09')]
}

function currencyWarnings({ transferCurrency }: PaymentRequest): RequestWarning[] {
  if (!isKnownCurrency(transferCurrency)) {
    const message = 'Not a currency of ISO 4217: two decimals are assumed'
    return [warning('transferCurrency', message, 'ISO 4217')]
  }
  const digits = fractionDigits(transferCurrency)
  if (digits === 2) return []
  const many = digits === 0 ? 'no decimals' : `${String(digits)} decimals`
  return [warning('transferAmount', `${transferCurrency} has ${many}`, 'ISO 4217')]
}

const writtenFields = [
  'originatorReference',
  'sendersReference',
  'receiversReference',
  'bankToBankInstructions',
] as const

function printableWarnings(request: PaymentRequest): RequestWarning[] {
  const parties = paymentPartyNames.flatMap((name) => [
    [`${name}.name`, request[name]?.name] as const,
    ...addressLines(request[name]).map(
      (line, index) => [`${name}.postalAddress.adrLine.${String(index)}`, line] as const,
    ),
  ])
  const texts = [...writtenFields.map((name) => [name, request[name]] as const), ...parties]
  return texts.flatMap(([path, text]) => {
    const strange = [...new Set((text ?? '').match(/[^ -~]/gu) ?? [])]
    if (strange.length === 0) return []
    const message = `Networks carry printable ASCII; this holds ${strange.slice(0, 5).map(shown).join(', ')}`
    return [warning(path, message, 'Nacha and moov-io/ach, printable characters')]
  })
}

/** Makes a character visible: control characters by their number. */
function shown(character: string): string {
  const number = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0') ?? ''
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(character) ? `${character} (U+${number})` : `U+${number}`
}
