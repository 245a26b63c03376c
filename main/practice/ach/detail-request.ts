import { hasRoutingChecksum } from '../../../preload/contract/kernel/routing-number.ts'
import { Refusal } from '../replies.ts'
import type { Call } from '../routes.ts'
import { transactionCodeOf } from './code-texts.ts'
import { recordName } from './counterparties.ts'
import {
  fieldsOfOthers,
  secShapes,
  sharedDetailFields,
  type OriginatedSecCode,
} from './origination-fields.ts'
import { RequestReader, type Fields } from './request-reader.ts'
import { centsOf } from './written.ts'

/**
 * A code and its text, as errorMessages and informationMessages hold them. The codes are invented.
 */
export interface BankMessage {
  readonly code: string
  readonly moreInfo: string
}

/** An entry that the bank could build from a detail. */
export interface ReadEntry {
  readonly transactionCode: string
  readonly amountCents: number
  readonly accountNumber: string
  readonly routingNumber: string
  readonly name: string
  readonly identification: string
  readonly remittance: readonly string[]
}

/** A detail as read: an entry, or the reason why it is none (bank note 83). */
export type ReadDetail = { readonly uuid: string } & (
  | { readonly entry: ReadEntry }
  | { readonly problem: BankMessage }
)

/** The network's maximum for one entry. */
const mostCents = 99_999_999_99

class Unusable extends Error {
  readonly problem: BankMessage

  constructor(code: string, moreInfo: string) {
    super(moreInfo)
    this.problem = { code, moreInfo }
  }
}

/**
 * A refusal of origination. The document shows no codes for it, so only the envelope reports it.
 */
export const originationRefusal = (): Refusal => new Refusal(400)

function checkFields(reader: RequestReader, secCode: OriginatedSecCode, call: Call): void {
  const others = fieldsOfOthers(secCode)
  for (const name of others) {
    if (reader.fields[name] !== undefined) call.note('ach-field-of-other-sec', name)
  }
  reader.onlyKnows([...sharedDetailFields, ...secShapes[secCode].own, ...others])
}

function remittanceIn(reader: RequestReader, call: Call): string[] {
  return (reader.objects('addenda') ?? []).map((fields) => {
    const addenda = new RequestReader(call, fields, originationRefusal)
    addenda.onlyKnows(['paymentRelatedInformation'])
    const information = addenda.text('paymentRelatedInformation') ?? ''
    reader.refusal ??= addenda.refusal
    return information
  })
}

function routingIn(reader: RequestReader): string {
  const routing = `${reader.scalar('receivingDFIId') ?? ''}${reader.scalar('checkDigit') ?? ''}`
  if (!/^\d{8}$/.test(reader.scalar('receivingDFIId') ?? '') || !hasRoutingChecksum(routing)) {
    throw new Unusable('104', 'receivingDFIId and checkDigit are no routing number')
  }
  return routing
}

function amountIn(reader: RequestReader, secCode: OriginatedSecCode): number {
  const name = secShapes[secCode].amount
  const cents = centsOf(reader.scalar(name) ?? '')
  if (cents === null) throw new Unusable('101', `${name}: no amount in dollars`)
  if (cents > mostCents) throw new Unusable('102', `${name}: above 99,999,999.99`)
  return cents
}

/**
 * Live, prenote or zero dollars. L and P are values seen; that P means prenote is an interpretation
 * (bank note 78).
 */
function kindOf(
  reader: RequestReader,
  { secCode, cents, addenda }: { secCode: OriginatedSecCode; cents: number; addenda: number },
): 'live' | 'prenote' | 'zero-dollar' {
  if (reader.scalar('transactionType') === 'P') {
    if (cents > 0) throw new Unusable('103', 'a prenote carries no amount')
    return 'prenote'
  }
  if (cents > 0) return 'live'
  if (secCode !== 'PPD' && addenda > 0) return 'zero-dollar'
  throw new Unusable('103', 'no amount')
}

function entryIn(
  reader: RequestReader,
  secCode: OriginatedSecCode,
  remittance: readonly string[],
): ReadEntry {
  const shape = secShapes[secCode]
  const direction = reader.oneOf('creditDebitCode', ['C', 'D'])
  if (direction === null) throw new Unusable('105', 'creditDebitCode missing')
  const accountType = reader.scalar('accountType')
  if (accountType !== 'C' && accountType !== 'S') {
    throw new Unusable('106', 'accountType is neither C nor S')
  }
  const accountNumber = reader.scalar('DFIAccountNumber')
  if (accountNumber === null) throw new Unusable('107', 'DFIAccountNumber missing')
  const cents = amountIn(reader, secCode)
  const counted = secCode === 'CTX' ? reader.scalar('numberOfAddendaRecords') : null
  if (counted !== null && Number(counted) !== remittance.length) {
    throw new Unusable('108', 'numberOfAddendaRecords is not the number of addenda')
  }
  const kind = kindOf(reader, { secCode, cents, addenda: remittance.length })
  return {
    transactionCode: transactionCodeOf(accountType, direction, kind),
    amountCents: cents,
    accountNumber,
    routingNumber: routingIn(reader),
    name: recordName(reader.scalar(shape.name) ?? ''),
    identification:
      reader.scalar(shape.identification) ?? reader.scalar('identificationNumber') ?? '',
    remittance,
  }
}

/** Reads one detail. Breaches of the document go into `refusal` and refuse the whole call. */
export function readDetail(
  call: Call,
  fields: Fields,
  secCode: OriginatedSecCode,
): { readonly detail: ReadDetail; readonly refusal: Refusal | null } {
  const reader = new RequestReader(call, fields, originationRefusal)
  checkFields(reader, secCode, call)
  reader.require(['uuid'])
  const uuid = reader.scalar('uuid') ?? ''
  const remittance = remittanceIn(reader, call)
  try {
    const entry = entryIn(reader, secCode, remittance)
    return { detail: { uuid, entry }, refusal: reader.refusal }
  } catch (error) {
    if (!(error instanceof Unusable)) throw error
    return { detail: { uuid, problem: error.problem }, refusal: reader.refusal }
  }
}
