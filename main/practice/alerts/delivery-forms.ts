/**
 * One alert call of the bank, and the changes that scenarios make to it (bank notes 90 to 94, 99,
 * 102).
 */
import { randomUUID } from 'node:crypto'
import type { AlertScenario } from '../scenario.ts'
import { returnTexts } from '../ach/code-texts.ts'
import type { AlertForm } from './alert-forms.ts'

/** The maximum number of alerts in one call (bank document 1, Limits). */
export const mostInCall = 100

/** A call, the same for every attempt. */
export interface AlertCall {
  readonly body: string
  /** The ids of its alerts, in order; null for an alert without one. */
  readonly guids: readonly (string | null)[]
  readonly wrongPassword: boolean
  /** The answer is lost once: the bank treats the call as failed. */
  readonly losesAnswer: boolean
  /** Calls that follow at once with the same alerts. */
  readonly then: readonly AlertCall[]
}

/** The spelling in the bank's sample payloads; its field table differs (bank note 90). */
const otherSpellings: Readonly<Record<string, string>> = {
  dbIpINm: 'dbIpNm',
  benefirBankAddrLine: 'benefitBankAddrLine',
  intrmdryBNankAddrLine1: 'intrmdryBankAddrLine1',
  intramdryBankAddrLine2: 'intrmdryBankAddrLine2',
}
const oldCodes: Readonly<Record<string, string>> = {
  COLLECTED: 'AL00902',
  SETTLED: 'AL00903',
  RETURNED: 'AL00904',
}

const mapBody = (
  form: AlertForm,
  change: (name: string, value: unknown) => [string, unknown][],
) => ({
  ...form,
  body: Object.fromEntries(
    Object.entries(form.body).flatMap(([name, value]) => change(name, value)),
  ),
})
const withHeader = (form: AlertForm, header: object): AlertForm => ({
  ...form,
  header: { ...form.header, ...header },
})

/** The change each scenario makes to a single alert. */
const changes: Readonly<Partial<Record<AlertScenario, (form: AlertForm) => AlertForm>>> = {
  'alerts-other-spelling': (form) =>
    mapBody(form, (name, value) => [[otherSpellings[name] ?? name, value]]),
  'alerts-without-values': (form) =>
    mapBody(form, (name, value) => [[name, /status/i.test(name) ? value : null]]),
  'alerts-fields-absent': (form) =>
    mapBody(form, (name, value) => (value === null ? [] : [[name, value]])),
  'alerts-old-codes': (form) =>
    'transactionStatus' in form.body
      ? withHeader(form, {
          alertCode: oldCodes[String(form.body['transactionStatus'])] ?? 'AL00905',
        })
      : form,
  'alerts-unknown-codes': (form) => ({
    ...mapBody(form, (name, value) => [
      [
        name,
        /^(tranBusnStatusCode|transactionStatus|returnReasonCode)$/.test(name) && value !== null
          ? 'ZZ99'
          : value,
      ],
    ]),
    header: { ...form.header, networkMood: 'calm' },
  }),
  'alerts-false-return': (form) =>
    form.body['transactionStatus'] === 'SETTLED'
      ? {
          ...form,
          body: {
            ...form.body,
            transactionStatus: 'RETURNED',
            returnDate: form.body['settlementDate'],
            returnReasonCode: 'R03',
            returnReasonDescription: returnTexts['R03'],
          },
        }
      : form,
  'alerts-without-id': (form) => withHeader(form, { eapAlertGUID: null }),
}

const guidOf = ({ header }: AlertForm): string | null => {
  const guid = header['eapAlertGUID']
  return typeof guid === 'string' ? guid : null
}

function plainCall(forms: readonly AlertForm[], bareArray: boolean): AlertCall {
  const list = forms.map(({ header, body }) => ({
    alertNotification: { alertHeader: header, alertBody: body },
  }))
  return {
    body: JSON.stringify(bareArray ? list : { alertNotificationRequest: list }),
    guids: forms.map(guidOf),
    wrongPassword: false,
    losesAnswer: false,
    then: [],
  }
}

/** Different content under the same id: the amount gets one more leading digit. */
function contradicted(form: AlertForm): AlertForm {
  const name = 'tranAmt' in form.body ? 'tranAmt' : 'transactionDescription'
  return { ...form, body: { ...form.body, [name]: `1${String(form.body[name])}` } }
}

/** Returns the call with these alerts, changed by the scenarios that apply. */
export function callOf(
  given: readonly AlertForm[],
  scenarios: ReadonlySet<AlertScenario>,
): AlertCall {
  let forms = [...given]
  for (const [scenario, change] of Object.entries(changes)) {
    if (scenarios.has(scenario as AlertScenario)) forms = forms.map(change)
  }
  if (scenarios.has('alerts-out-of-order')) forms.reverse()
  const bare = scenarios.has('alerts-bare-array')
  const call = plainCall(forms, bare)
  const again = [
    ...(scenarios.has('alerts-twice') ? [call] : []),
    ...(scenarios.has('alerts-under-new-ids')
      ? [
          plainCall(
            forms.map((form) => withHeader(form, { eapAlertGUID: randomUUID() })),
            bare,
          ),
        ]
      : []),
    ...(scenarios.has('alerts-contradicted')
      ? [plainCall(forms.slice(0, 1).map(contradicted), bare)]
      : []),
  ]
  return {
    ...call,
    ...(scenarios.has('alerts-not-json') && { body: call.body.slice(0, -2), guids: [] }),
    wrongPassword: scenarios.has('alerts-wrong-password'),
    losesAnswer: scenarios.has('alerts-answer-lost'),
    then: again,
  }
}
