import {
  ownerFields,
  type ApiVersion,
  type OwnerField,
} from '../../../preload/contract/bank/account-validation.ts'
import type { ErrorCode } from '../error-codes.ts'
import {
  clientShapes,
  misshapen,
  ownerShapes,
  type ClientField,
  type FieldShape,
} from './field-shapes.ts'
import { spellingFindings, spellings } from './inquiry-spelling.ts'
import type { Finding } from '../replies.ts'

/** The bank's reading of an inquiry: canonical names, only non-empty fields. */
export interface Inquiry {
  readonly serviceType: string | null
  readonly secondaryId: string | null
  readonly additionalId: string | null
  readonly routingNumber: string | null
  readonly accountNumber: string | null
  readonly amount: string | null
  readonly serialNumber: string | null
  /** Null when no AcctOwner was sent: no owner response was requested. */
  readonly owner: Readonly<Partial<Record<OwnerField, string>>> | null
  readonly client: Readonly<Partial<Record<ClientField, string>>>
}

/** An inquiry as read, the first reason to refuse the lookup, and every breach. */
export interface InquiryReading {
  readonly inquiry: Inquiry | null
  readonly errorCode: ErrorCode
  readonly findings: readonly Finding[]
}

type Fields = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Unwraps accountValidationRequest > AOARequest > Inquiry; null for any other nesting. */
function unwrapped(body: Buffer): Fields | null {
  let value: unknown
  try {
    value = JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
  for (const name of ['accountValidationRequest', 'AOARequest', 'Inquiry']) {
    if (!isObject(value) || Object.keys(value).some((key) => key !== name)) return null
    value = value[name]
  }
  return isObject(value) ? value : null
}

/** Collects findings and the first errorCode while the fields are read one by one. */
class Reader {
  readonly findings: Finding[] = []
  errorCode: ErrorCode = '000'

  refuse(errorCode: ErrorCode, rule: Finding['rule'] | null, detail: string): void {
    if (rule) this.findings.push({ rule, detail })
    if (this.errorCode === '000') this.errorCode = errorCode
  }

  /** Returns a text field; null when absent, or empty (which is noted). */
  text(fields: Fields, name: string): string | null {
    const value = fields[name]
    if (value === undefined) return null
    if (value === null || value === '') {
      this.findings.push({ rule: 'field-empty', detail: name })
      return null
    }
    if (typeof value === 'string') return value
    this.refuse('104', 'field-type', name)
    return null
  }

  shaped(fields: Fields, name: string, shape: FieldShape): string | undefined {
    const value = this.text(fields, name)
    if (value === null) return undefined
    const errorCode = misshapen(value, shape)
    if (errorCode) this.refuse(errorCode, 'field-format', `${name}: ${shape.rule}`)
    return value
  }

  required(fields: Fields, name: string, errorCode: ErrorCode): string | null {
    const value = this.text(fields, name)
    if (value === null) this.refuse(errorCode, 'field-missing', name)
    return value
  }

  /** Returns a nested object; null when absent. */
  object(fields: Fields, place: 'AcctOwner' | 'Client', version: ApiVersion): Fields | null {
    const value = fields[place]
    if (value === undefined || value === null) return null
    if (!isObject(value)) {
      this.refuse('104', 'field-type', place)
      return null
    }
    this.findings.push(...spellingFindings(place, Object.keys(value), version))
    return value
  }
}

function readOwner(reader: Reader, fields: Fields, version: ApiVersion): Inquiry['owner'] {
  const sent = reader.object(fields, 'AcctOwner', version)
  if (!sent) return null
  const owner: Partial<Record<OwnerField, string>> = {}
  for (const field of ownerFields) {
    const value = reader.shaped(sent, field, ownerShapes[field])
    if (value !== undefined) owner[field] = value
  }
  return owner
}

/**
 * Checks names: first and last together, or a business; v2 allows one kind, v1 "and/or" (bank notes
 * 28 and 29).
 */
function checkNames(reader: Reader, owner: Inquiry['owner'], version: ApiVersion): void {
  if (!owner) return
  const { firstName, lastName, businessName } = owner
  const person = firstName !== undefined || lastName !== undefined
  const business = businessName !== undefined
  if (person && (firstName === undefined || lastName === undefined) && !business) {
    reader.refuse('006', 'names-incomplete', firstName === undefined ? 'firstName' : 'lastName')
  }
  if (version === 'v1') return
  if (person && business) reader.findings.push({ rule: 'names-both-kinds', detail: 'AcctOwner' })
  if (!person && !business) reader.findings.push({ rule: 'names-none', detail: 'AcctOwner' })
}

function readClient(reader: Reader, fields: Fields, version: ApiVersion): Inquiry['client'] {
  const sent = reader.object(fields, 'Client', version)
  if (!sent) return {}
  const client: Partial<Record<ClientField, string>> = {}
  for (const field of ['date', 'time', 'userDefined'] as const) {
    const value = reader.shaped(sent, spellings[version][field], clientShapes[field])
    if (value !== undefined) client[field] = value
  }
  return client
}

function checkNumbers(reader: Reader, routing: string | null, account: string | null): void {
  if (routing !== null && !/^\d{9}$/.test(routing)) {
    reader.refuse('001', 'field-format', 'routingNumber: nine digits')
  }
  if (account === null) return
  if (!/^[A-Za-z0-9]+$/.test(account) || account.startsWith('0')) {
    reader.refuse('003', 'field-format', 'accountNumber: no separators or leading zeros')
  }
  if (account.length > 17) {
    reader.refuse('008', 'field-format', 'accountNumber: at most 17 characters')
  }
}

function checkDeprecated(reader: Reader, amount: string | null, serial: string | null): void {
  if (amount !== null && (!/^\d+(\.\d{2})?$/.test(amount) || amount.length > 12)) {
    reader.refuse('013', null, 'amount')
  }
  if (serial !== null && !/^\d+$/.test(serial)) reader.refuse('005', null, 'serialNumber')
}

/** Reads an inquiry by the rules of its version (bank document 2, Account validation request). */
export function readInquiry(body: Buffer, version: ApiVersion): InquiryReading {
  const fields = unwrapped(body)
  if (!fields) {
    const findings: Finding[] = [{ rule: 'body-unreadable', detail: 'not the documented nesting' }]
    return { inquiry: null, errorCode: '105', findings }
  }
  const reader = new Reader()
  reader.findings.push(...spellingFindings('Inquiry', Object.keys(fields), version))
  const serviceType = reader.required(fields, 'serviceType', '006')
  if (serviceType !== null && serviceType !== 'Owner') {
    reader.refuse('107', 'service-type-wrong', 'serviceType')
  }
  const secondaryId = reader.required(fields, spellings[version].secondaryId, '106')
  const additionalId = reader.required(fields, 'additionalId', '106')
  const routingNumber = reader.required(fields, 'routingNumber', '006')
  const accountNumber = reader.required(fields, 'accountNumber', '006')
  checkNumbers(reader, routingNumber, accountNumber)
  const amount = reader.text(fields, 'amount')
  const serialNumber = reader.text(fields, 'serialNumber')
  checkDeprecated(reader, amount, serialNumber)
  const owner = readOwner(reader, fields, version)
  checkNames(reader, owner, version)
  const client = readClient(reader, fields, version)
  const inquiry: Inquiry = {
    serviceType,
    secondaryId,
    additionalId,
    routingNumber,
    accountNumber,
    amount,
    serialNumber,
    owner,
    client,
  }
  return { inquiry, errorCode: reader.errorCode, findings: reader.findings }
}
