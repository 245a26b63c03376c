/** Reads a payment request by the table of the document (bank document 3). */
import { parseExact } from '../../platform/json/exact-json.ts'
import { isCalendarDate } from '../../../preload/contract/kernel/calendar.ts'
import { readAmount, RequestReader, type RequestReading } from './payment-amount.ts'
import type { PaymentOrder, PaymentService } from './payment-order.ts'
import { isObject, readParty, type Fields } from './payment-party.ts'

interface TextRule {
  readonly required?: true
  readonly max?: number
}
const textRules: Readonly<Record<string, TextRule>> = {
  requestedService: { required: true },
  requestReference: { required: true, max: 35 },
  type: { required: true },
  requestedValueDate: { required: true },
  originatorReference: {},
  sendersReference: { required: true, max: 35 },
  receiversReference: { max: 140 },
  bankToBankInstructions: {},
  transferCurrency: { required: true },
  externalTemplateName: {},
  customData: { max: 500 },
}
const requiredParties = ['debitParty', 'creditPartyBank', 'creditParty'] as const
const optionalParties = [
  'debitPartyBank',
  'intermediaryBank1',
  'intermediaryBank2',
  'intermediaryBank3',
] as const
const known = new Set([
  ...Object.keys(textRules),
  ...requiredParties,
  ...optionalParties,
  'ultimateDebitParty',
  'transferAmount',
])

function readText(reader: RequestReader, fields: Fields, name: string, rule: TextRule): string {
  const value = fields[name]
  if (value === undefined || (value === '' && rule.required)) {
    if (rule.required) reader.missing(name)
    return ''
  }
  if (typeof value !== 'string') {
    reader.refuse('payment-field-type', `${name}: a string`)
    return ''
  }
  if (rule.max !== undefined && value.length > rule.max) {
    reader.refuse('payment-field-length', `${name}: at most ${String(rule.max)} characters`)
  }
  return value
}

const typesOf: Readonly<Record<PaymentService, readonly string[]>> = {
  RTP: ['PAYMENT', 'DRAFT'],
  WIRE: ['DRAFT'],
}

/** Checks the format of each text field that was sent. */
function checkFormats(reader: RequestReader, texts: Readonly<Record<string, string>>): void {
  const { requestedService = '', type = '', requestedValueDate = '', transferCurrency = '' } = texts
  if (requestedService !== '' && !Object.hasOwn(typesOf, requestedService)) {
    reader.refuse('payment-field-format', 'requestedService: RTP or WIRE')
  } else if (type !== '' && requestedService !== '') {
    const allowed = typesOf[requestedService as PaymentService]
    if (!allowed.includes(type)) {
      reader.refuse('payment-type-wrong', `type of ${requestedService}: ${allowed.join(' or ')}`)
    }
  }
  if (requestedValueDate !== '' && !isCalendarDate(requestedValueDate)) {
    reader.refuse('payment-field-format', 'requestedValueDate: YYYY-MM-DD')
  }
  if (transferCurrency !== '' && !/^[A-Z]{3}$/.test(transferCurrency)) {
    reader.refuse('payment-field-format', 'transferCurrency: a currency code')
  }
  if (!/^[A-Za-z0-9]*$/.test(texts['customData'] ?? '')) {
    reader.refuse('payment-custom-data', 'customData: letters and digits only')
  }
}

function readParties(reader: RequestReader, fields: Fields): Record<string, Fields> {
  const parties: Record<string, Fields> = {}
  for (const name of requiredParties) {
    if (fields[name] === undefined) reader.missing(name)
    else parties[name] = readParty(reader, name, fields[name])
  }
  for (const name of optionalParties) {
    if (fields[name] !== undefined) readParty(reader, name, fields[name])
  }
  // The document does not show its shape (bank note 70): any object passes, and an address in it
  // follows the common rule.
  if (fields['ultimateDebitParty'] !== undefined) {
    readParty(reader, 'ultimateDebitParty', fields['ultimateDebitParty'], 'any-field')
  }
  for (const [name, field] of [
    ['debitParty', 'accountNumber'],
    ['creditPartyBank', 'aba'],
    ['creditParty', 'accountNumber'],
  ] as const) {
    const party = parties[name]
    if (party && (party[field] ?? '') === '') reader.missing(`${name}.${field}`)
  }
  return parties
}

const unreadable: RequestReading = {
  order: null,
  problem: { id: 'invalid', description: 'The body is not one JSON object' },
  findings: [{ rule: 'payment-body-unreadable', detail: 'not one JSON object' }],
  echo: {},
}

/**
 * Reads the body of initiate or validate. Numbers are read by their digits. Every breach of the
 * table is a finding; the first one is also the reason for the refusal.
 */
export function readPaymentRequest(body: Buffer): RequestReading {
  const parsed = parseExact(body.toString('utf8'))
  const fields = 'json' in parsed ? parsed.json : null
  if (!isObject(fields)) return unreadable
  const reader = new RequestReader()
  const texts: Record<string, string> = {}
  for (const [name, rule] of Object.entries(textRules)) {
    texts[name] = readText(reader, fields, name, rule)
  }
  checkFormats(reader, texts)
  const parties = readParties(reader, fields)
  const amountMinor = readAmount(reader, fields['transferAmount'], texts['transferCurrency'] ?? '')
  for (const name of Object.keys(fields)) {
    if (!known.has(name)) reader.refuse('payment-field-unknown', name)
  }
  const order = ordered(texts, parties, amountMinor)
  const { requestReference, sendersReference, valueDate } = order
  return {
    order: reader.problem ? null : order,
    problem: reader.problem,
    findings: reader.findings,
    echo: {
      ...(requestReference !== '' && { requestReference }),
      ...(sendersReference !== '' && { sendersReference }),
      ...(valueDate !== '' && { valueDate }),
    },
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const ordered = (
  texts: Readonly<Record<string, string>>,
  parties: Readonly<Record<string, Fields>>,
  amountMinor: number,
): PaymentOrder => ({
  service: texts['requestedService'] === 'RTP' ? 'RTP' : 'WIRE',
  requestReference: text(texts['requestReference']),
  sendersReference: text(texts['sendersReference']),
  receiversReference: text(texts['receiversReference']) || null,
  valueDate: text(texts['requestedValueDate']),
  debitAccount: text(parties['debitParty']?.['accountNumber']),
  creditAccount: text(parties['creditParty']?.['accountNumber']),
  creditName: text(parties['creditParty']?.['name']),
  creditBank: text(parties['creditPartyBank']?.['aba']),
  amountMinor,
  currency: text(texts['transferCurrency']),
})
