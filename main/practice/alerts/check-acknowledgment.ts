/** Checks the answer to a delivery (bank document 1, Acknowledgment; bank notes 91, 93, 94). */
import { z } from '../../../preload/contract/kernel/zod.ts'

const acknowledgment = z.strictObject({
  alertStatus: z.enum(['SUCCESS', 'FAILURE']),
  confirmationGUID: z.string().min(1),
  // The document's own spelling.
  alertRecievedDateAndTime: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
  eapAlertGUID: z.string().nullable(),
  message: z.string().nullable(),
})
const answer = z.strictObject({
  alertNotificationResponse: z.array(z.strictObject({ alertAcknowledgment: acknowledgment })),
})

/** The result of an answer: its breaches, and the number of alerts it acknowledged with success. */
export interface CheckedAnswer {
  readonly breaches: readonly { readonly rule: AlertBreachRule; readonly detail: string }[]
  readonly acknowledged: number
  readonly failures: readonly string[]
}

/** The rules that an answer can break. */
export type AlertBreachRule =
  | 'acknowledgment-unreadable'
  | 'acknowledgment-count'
  | 'acknowledgment-id'
  | 'confirmation-repeated'

/**
 * Checks the answer's text against the delivered ids, in their order; null for an alert without an
 * id.
 */
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

/** Two alerts with different ids must have different confirmations. */
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
