/**
 * The support bundle: chosen calls as one JSON file for the bank's support, readable for people.
 */
import {
  isJson,
  isJsonStructure,
  layOutJson,
  rewriteJson,
} from '../../../preload/contract/kernel/json.ts'
import { localTimestamp } from '../../../preload/contract/kernel/calendar.ts'
import type { Environment } from '../../../preload/contract/domain/environment.ts'
import {
  callFacts,
  type TrafficCall,
  type TrafficMessage,
} from '../../../preload/contract/api/traffic.ts'

/** Profile of the calls, and time and program version of the bundle. */
export interface BundleOrigin {
  readonly profileName: string
  readonly environment: Environment
  readonly version: string
  readonly writtenAt: Date
}

/** JSON written into the file unchanged, so that no number is rewritten. */
class Written {
  readonly json: string
  constructor(json: string) {
    this.json = json
  }
}

function write(value: unknown, indent = ''): string {
  if (value instanceof Written) return layOutJson(value.json, indent)
  const inner = `${indent}  `
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]'
    return `[\n${value.map((item) => inner + write(item, inner)).join(',\n')}\n${indent}]`
  }
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value)
    if (fields.length === 0) return '{}'
    const lines = fields.map(
      ([name, item]) => `${inner}${JSON.stringify(name)}: ${write(item, inner)}`,
    )
    return `{\n${lines.join(',\n')}\n${indent}}`
  }
  return JSON.stringify(value)
}

/** Returns an instant in this computer's zone with its offset: 2026-11-21T09:14:02-05:00. */
function zoned(at: Date): string {
  const { date, time, offset } = localTimestamp(at)
  return `${date}T${time}${offset}`
}

const environmentNames: Record<Environment, string> = {
  practice: 'PRACTICE: practice bank, no real data',
  'pre-production': 'PRE-PRODUCTION',
  production: 'PRODUCTION',
}

const removedAndWhy = [
  'Credentials, tokens and cookies: secrets, never stored. "[not kept]" replaces them.',
  'SSN, tax id, date of birth and id number: never stored. They are removed by field name (such as ssn, taxId, dateOfBirth, idNo), and values that were sent also wherever they are repeated.',
  'Bodies from which these could not be removed, such as a token answer that was cut off: never stored.',
  'Account numbers: all but the last four characters, in fields, paths, headers and free text.',
  'Names of people and businesses: all but initials. Address lines and telephone numbers: all.',
  'Bodies that are not text: bytes cannot be masked.',
]

const bodyOf = ({ body, isBase64 }: TrafficMessage): unknown => {
  if (isBase64) return '[bytes that are not text: left out]'
  return body !== null && isJsonStructure(body) ? new Written(body) : body
}
const messageOf = (message: TrafficMessage) => ({
  headers: Object.fromEntries(message.headers.map(({ name, value }) => [name, value])),
  body: bodyOf(message),
})

/** Returns the bank's transaction ids in path and bodies. */
function transactionIdsIn({ path, request, response, detail }: TrafficCall): string[] {
  const found = new Set<string>()
  const segments = path.split(/[/?&=]/)
  segments.forEach((segment, index) => {
    if (/^transactionId$/i.test(segments[index - 1] ?? '') && segment !== '') found.add(segment)
  })
  for (const { name, value } of detail) if (name === 'transactionId') found.add(value)
  for (const body of [request.body, response?.body ?? null]) {
    if (body === null || !isJson(body)) continue
    rewriteJson(body, ({ token, text, isName, path: names }) => {
      if (
        !isName &&
        token !== 'null' &&
        text !== '' &&
        /transactionId$/i.test(names.at(-1) ?? '')
      ) {
        found.add(text)
      }
      return token
    })
  }
  return [...found]
}

const entryOf = (call: TrafficCall) => ({
  ...callFacts.parse(call),
  transactionIds: transactionIdsIn(call),
  times: call.times,
  tookMs: call.tookMs,
  detail: Object.fromEntries(call.detail.map(({ name, value }) => [name, value])),
  request: messageOf(call.request),
  response: call.response && messageOf(call.response),
})

/** Returns the text of the file. `calls` are masked already, as on the screen. */
export function writeBundle(calls: readonly TrafficCall[], origin: BundleOrigin): string {
  const count = calls.length
  const bundle = {
    countersign: 'support-bundle',
    format: 1,
    note: `${String(count)} ${count === 1 ? 'call' : 'calls'} to the bank's APIs as recorded by this workstation, for bank support. Times of calls are in UTC.`,
    profile: origin.profileName,
    environment: environmentNames[origin.environment],
    product: `Countersign ${origin.version}`,
    writtenAt: zoned(origin.writtenAt),
    calls: count,
    removed: removedAndWhy,
    recorded: calls.map(entryOf),
  }
  return `${write(bundle)}\n`.toWellFormed()
}
