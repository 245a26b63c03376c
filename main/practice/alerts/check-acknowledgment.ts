/** What is wrong with the answer to a delivery (`1-platform.md`, Acknowledgment; traps 91, 93, 94). */
import { z } from '../../../preload/contract/kernel/zod.ts'

const acknowledgment = z.strictObject({
  alertStatus: z.enum(['SUCCESS', 'FAILURE']),
  confirmationGUID: z.string().min(1),
  // Spelt so in the document.
  alertRecievedDateAndTime: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
  eapAlertGUID: z.string().nullable(),
  message: z.string().nullable(),
})
const answer = z.strictObject({
  alertNotificationResponse: z.array(z.strictObject({ alertAcknowledgment: acknowledgment })),
})

/** What an answer came to: what it broke, and how many alerts it acknowledged with success. */
export interface CheckedAnswer {
  readonly breaches: readonly { readonly rule: AlertBreachRule; readonly detail: string }[]
  readonly acknowledged: number
  readonly failures: readonly string[]
}

/** The rules, by which of them an answer is told to break. */
export type AlertBreachRule =
  | 'acknowledgment-unreadable'
  | 'acknowledgment-count'
  | 'acknowledgment-id'
  | 'confirmation-repeated'

/** Checks the answer's text against the ids that were delivered, in their order; null: an alert had none. */
export function checkAcknowledgment(
  text: string,
  guids: readonly (string | null)[],
): CheckedAnswer {
  const read = answer.safeParse(parsed(text))
  if (!read.success) {
    const [first] = read.error.issues
    const detail = first ? `${first.path.join('.')}: ${first.message}` : 'no JSON'
    return {
      breaches: [{ rule: 'acknowledgment-unreadable', detail }],
      acknowledged: 0,
      failures: [],
    }
  }
  const given = read.data.alertNotificationResponse.map((one) => one.alertAcknowledgment)
  const breaches: { rule: AlertBreachRule; detail: string }[] = []
  if (given.length !== guids.length)
    breaches.push({
      rule: 'acknowledgment-count',
      detail: `${String(given.length)} for ${String(guids.length)} alerts`,
    })
  const wrong = guids.findIndex((guid, at) => guid !== null && given[at]?.eapAlertGUID !== guid)
  if (wrong >= 0)
    breaches.push({ rule: 'acknowledgment-id', detail: `at place ${String(wrong + 1)}` })
  const repeated = repeatedConfirmation(given, guids)
  if (repeated) breaches.push({ rule: 'confirmation-repeated', detail: 'for two alerts' })
  return {
    breaches,
    acknowledged: given.filter(({ alertStatus }) => alertStatus === 'SUCCESS').length,
    failures: given.flatMap(({ alertStatus, message }) =>
      alertStatus === 'FAILURE' ? [message ?? ''] : [],
    ),
  }
}

/** Two alerts with ids of their own have confirmations of their own. */
function repeatedConfirmation(
  given: readonly z.infer<typeof acknowledgment>[],
  guids: readonly (string | null)[],
): boolean {
  const owners = new Map<string, string>()
  return given.some(({ confirmationGUID }, at) => {
    const guid = guids[at]
    if (guid === null || guid === undefined) return false
    const owner = owners.get(confirmationGUID) ?? guid
    owners.set(confirmationGUID, owner)
    return owner !== guid
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
