/** One call of the bank: the alerts in it, and what a scenario makes of them (traps 90 to 94, 99, 102). */
import { randomUUID } from 'node:crypto'
import type { AlertScenario } from '../scenario.ts'
import type { AlertForm } from './alert-forms.ts'

/** So many alerts can be in one call (`1-platform.md`, Limits). */
export const mostInCall = 100

/** A call as it will be made, every time that it is tried. */
export interface AlertCall {
  readonly body: string
  /** The ids in it, in order; null: an alert without one. */
  readonly guids: readonly (string | null)[]
  readonly wrongPassword: boolean
  /** The answer is lost once: the bank takes the call for failed. */
  readonly losesAnswer: boolean
  /** What follows it at once, with the same alerts. */
  readonly then: readonly AlertCall[]
}

/** Sample payloads of the bank spell these so; its field table otherwise (trap 90). */
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

/** What each scenario does to a single alert. */
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

/** Other content under the same id: the amount has one more digit before it. */
function contradicted(form: AlertForm): AlertForm {
  const name = 'tranAmt' in form.body ? 'tranAmt' : 'transactionDescription'
  return { ...form, body: { ...form.body, [name]: `1${String(form.body[name])}` } }
}

/** The call with these alerts, under the scenarios that took hold of it. */
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
